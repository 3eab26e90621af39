// 5.3: the handlers of atexit run while other threads still do.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void handler(void)
{
	int first = x;

	assert(first == x);
}

static void *step(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(handler);
	pthread_create(&t, NULL, step, NULL);
	return 0;
}
