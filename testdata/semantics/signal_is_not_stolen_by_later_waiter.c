// 12.2: a signal is for a thread enqueued now: a later waiter cannot take it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t ready;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&ready);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

/* Returns when the thread has enqueued itself. */
static pthread_t start(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	sem_wait(&ready);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return t;
}

int main(void)
{
	pthread_t first, later;

	sem_init(&ready, 0, 0);
	first = start();
	pthread_cond_signal(&c);
	later = start();
	pthread_join(first, NULL);
	pthread_cond_signal(&c);
	pthread_join(later, NULL);
	return 0;
}
