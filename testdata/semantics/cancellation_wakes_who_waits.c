// 14.12: a cancellation wakes a thread that waits at a semaphore or for a thread.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *at_semaphore(void *arg)
{
	sem_wait(&s);
	return arg;
}

static void *at_join(void *arg)
{
	pthread_join(*(pthread_t *)arg, NULL);
	return arg;
}

int main(void)
{
	static pthread_t t[2];
	void *result;

	sem_init(&s, 0, 0);
	pthread_create(&t[0], NULL, at_semaphore, &s);
	pthread_create(&t[1], NULL, at_join, &t[0]);
	pthread_cancel(t[1]);
	pthread_join(t[1], &result);
	assert(result == PTHREAD_CANCELED);
	pthread_cancel(t[0]);
	pthread_join(t[0], &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
