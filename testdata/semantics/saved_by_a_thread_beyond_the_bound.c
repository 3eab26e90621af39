// 3.3: a thread that waits for a thread that never begins because of a bound is in no deadlock.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 9 };

static sem_t ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *last(void *arg)
{
	pthread_mutex_lock(&lock);
	if (*(int *)arg == THREADS - 1)
		sem_post(&ready);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t t[THREADS];
	int ids[THREADS];

	sem_init(&ready, 0, 0);
	for (int i = 0; i < THREADS; i++) {
		ids[i] = i;
		pthread_create(&t[i], NULL, last, &ids[i]);
	}
	sem_wait(&ready);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
