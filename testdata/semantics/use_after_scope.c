// 9.1: the end of a scope ends its objects: a thread that still uses one is wrong.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *use(void *arg)
{
	sem_wait(&go);
	*(int *)arg = 1;
	return NULL;
}

static pthread_t start(void)
{
	pthread_t t;
	int local = 0;

	pthread_create(&t, NULL, use, &local);
	return t;
}

int main(void)
{
	pthread_t t;

	sem_init(&go, 0, 0);
	t = start();
	sem_post(&go);
	pthread_join(t, NULL);
	return 0;
}
