// 5.2: only return from main ends the process: after pthread_exit in main the others run on.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ending;

static void *late(void *arg)
{
	sem_wait(&ending);
	assert(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&ending, 0, 0);
	pthread_create(&t, NULL, late, NULL);
	sem_post(&ending);
	pthread_exit(NULL);
}
