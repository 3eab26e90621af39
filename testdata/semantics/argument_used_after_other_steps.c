// 7.1: a function stores the argument of the call that it is in.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int a, b, c;

static void store(int value)
{
	a = 1;
	b = 1;
	a = 2;
	b = 2;
	c = value;
}

static void *stores(void *arg)
{
	store(1);
	assert(c == 1);
	store(2);
	assert(c == 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stores, NULL);
	a = 3;
	pthread_join(t, NULL);
	assert(c != 2);
	return 0;
}
