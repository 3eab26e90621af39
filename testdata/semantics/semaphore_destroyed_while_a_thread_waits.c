// 12.10: property lock reports a semaphore that is used after its destruction; a thread that waits there
// uses it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe lock=violation
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *take(void *arg)
{
	sem_wait(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, take, NULL);
	sem_destroy(&s);
	pthread_join(t, NULL);
	return 0;
}
