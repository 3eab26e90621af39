// 12.9: who destroys a barrier waits until all have left that its last round let go: it may be
// initialised again, or its memory be freed.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t again, *freed;

static void *meet(void *arg)
{
	pthread_barrier_wait(&again);
	pthread_barrier_wait(freed);
	return arg;
}

int main(void)
{
	pthread_t t;

	freed = malloc(sizeof *freed);
	if (!freed)
		return 1;
	pthread_barrier_init(&again, NULL, 2);
	pthread_barrier_init(freed, NULL, 2);
	pthread_create(&t, NULL, meet, NULL);
	pthread_barrier_wait(&again);
	pthread_barrier_destroy(&again);
	pthread_barrier_init(&again, NULL, 3);
	pthread_barrier_wait(freed);
	pthread_barrier_destroy(freed);
	free(freed);
	pthread_join(t, NULL);
	return 0;
}
