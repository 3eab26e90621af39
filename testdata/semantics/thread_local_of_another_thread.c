// 1.1: an access to an object of another thread, here its
// thread-local, is a visible operation.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static _Thread_local int mine = 5;
static int *lent;
static sem_t given, used;

static void *lend(void *arg)
{
	lent = &mine;
	sem_post(&given);
	sem_wait(&used);
	assert(mine == 5);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&given, 0, 0);
	sem_init(&used, 0, 0);
	pthread_create(&t, NULL, lend, NULL);
	sem_wait(&given);
	*lent = 9;
	sem_post(&used);
	pthread_join(t, NULL);
	assert(mine == 5);
	return 0;
}
