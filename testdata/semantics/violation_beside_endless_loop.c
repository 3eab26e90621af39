// 6.1: no constraint makes an execution non-extendable: a thread that never goes on hides no violation.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;

static void *spin(void *arg)
{
	x = 1;
	while (!flag)
		;
	x = 2;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, spin, NULL);
	assert(x != 1);
	return 0;
}
