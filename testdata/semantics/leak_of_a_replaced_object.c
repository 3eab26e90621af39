// 9.11: property leak reports an object to which another thread overwrites the only pointer.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *slot;

static void *put(void *arg)
{
	int *job = malloc(sizeof *job);

	(void)arg;
	pthread_mutex_lock(&m);
	slot = job;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, put, NULL);
	put(NULL);
	pthread_join(t, NULL);
	free(slot);
	return 0;
}
