// 7.1: an object is written through a pointer that a function returns.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static int *where(void)
{
	return &x;
}

static void *writes(void *arg)
{
	*where() = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writes, NULL);
	pthread_join(t, NULL);
	assert(x == 0);
	return 0;
}
