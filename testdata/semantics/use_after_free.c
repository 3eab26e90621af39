// 9.1: an access to a freed object is a memory violation in the schedules that free first.
//
// expect: assert=safe race=violation deadlock=safe memory=violation leak=safe
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *release(void *arg)
{
	free(p);
	return arg;
}

int main(void)
{
	pthread_t t;

	p = calloc(1, sizeof *p);
	pthread_create(&t, NULL, release, NULL);
	*p = 1;
	pthread_join(t, NULL);
	return 0;
}
