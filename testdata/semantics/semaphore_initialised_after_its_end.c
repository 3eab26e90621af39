// 12.10: a semaphore may be initialised again after its destruction.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *give(void *arg)
{
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		sem_init(&s, 0, 0);
		pthread_create(&t, NULL, give, NULL);
		sem_wait(&s);
		pthread_join(t, NULL);
		sem_destroy(&s);
	}
	return 0;
}
