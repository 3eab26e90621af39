// 11.1: a thread that waits while main can still unblock it is no deadlock, though main returns.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
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
	return 0;
}
