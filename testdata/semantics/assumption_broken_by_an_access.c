// 16.6: no assertion fails and nothing races, but there is an access outside an array: neither is known to be safe.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
// alone: assert=unknown race=unknown memory=violation
#include <assert.h>
#include <pthread.h>

static int a[4], last = 4, done;

static void *nothing(void *arg)
{
	done = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, nothing, NULL);
	pthread_join(t, NULL);
	a[last] = 1;
	assert(!done);
	return 0;
}
