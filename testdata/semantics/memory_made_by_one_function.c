// 7.1: one function makes memory for one thread at first, and for several later.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static int *make(void) { return calloc(1, sizeof(int)); }

static void *set(void *arg)
{
	*shared = 1;
	return arg;
}

int main(void)
{
	int *own = make();
	pthread_t t;

	*own = 3;
	shared = make();
	pthread_create(&t, NULL, set, NULL);
	pthread_join(t, NULL);
	assert(*shared != 1 || *own != 3);
	free(own);
	free(shared);
	return 0;
}
