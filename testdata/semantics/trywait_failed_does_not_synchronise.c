// 10.8: a failed sem_trywait does not synchronise.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static void *take(void *arg)
{
	data = 1;
	sem_wait(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, take, NULL);
	if (sem_trywait(&s) != 0)
		assert(data == 1);
	else
		sem_post(&s);
	pthread_join(t, NULL);
	return 0;
}
