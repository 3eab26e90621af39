// 10.7: a broadcast happens before the return of every wait that it ends.
//
// environment: no-spurious
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
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
	assert(data == 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&ready, 0, 0);
	pthread_create(&a, NULL, wait_for_it, NULL);
	pthread_create(&b, NULL, wait_for_it, NULL);
	sem_wait(&ready);
	sem_wait(&ready);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	data = 1;
	pthread_cond_broadcast(&c);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
