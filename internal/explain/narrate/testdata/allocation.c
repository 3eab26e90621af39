// An allocation that fails, in another thread than the access that shows it.
//
// environment: alloc_fail
// expect: memory=violation
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *worker(void *arg)
{
	shared = malloc(sizeof *shared);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	*shared = 1;
	free(shared);
	return 0;
}
