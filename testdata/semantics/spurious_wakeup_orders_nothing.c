// 12.4: a wake-up without a signal is ordered after no signal.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t ready;
static int data;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&ready);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	data = 2;
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&ready, 0, 0);
	pthread_create(&t, NULL, wait_for_it, NULL);
	sem_wait(&ready);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	data = 1;
	pthread_cond_signal(&c);
	pthread_join(t, NULL);
	return 0;
}
