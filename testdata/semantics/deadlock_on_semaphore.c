// 11.2: a wait for a semaphore is a deadlock if no thread is left to post it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *arg)
{
	sem_wait(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
