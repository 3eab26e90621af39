// 10.8: a tried join that fails orders nothing. It may fail although the thread did its last
// operation, and never waits.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t go;
static int data;

static void *work(void *arg)
{
	sem_wait(&go);
	data++;
	return arg;
}

int main(void)
{
	struct timespec now = {0, 0};
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (pthread_tryjoin_np(t, NULL) == 0)
		return 1;
	sem_post(&go);
	if (pthread_timedjoin_np(t, NULL, &now) != 0)
		assert(data == 0);
	return 0;
}
