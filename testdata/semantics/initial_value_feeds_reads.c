// 6.1: every executed read has a candidate write: the object's initial one at least.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 5;

static void *write_it(void *arg)
{
	x = 6;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write_it, NULL);
	assert(x != 5);
	return 0;
}
