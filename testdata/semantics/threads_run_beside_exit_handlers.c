// 5.3: threads that still run go on while the handlers of atexit do.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void handler(void)
{
	int before = x;

	assert(x == before);
}

static void *set(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(handler);
	pthread_create(&t, NULL, set, NULL);
	return 0;
}
