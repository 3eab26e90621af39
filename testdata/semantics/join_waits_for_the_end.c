// 2.1: a join of a running thread waits until that has ended.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void *twice(void *arg)
{
	x = 2 * x;
	x = 2 * x;
	return &x;
}

int main(void)
{
	pthread_t t;
	void *result;

	x = 3;
	pthread_create(&t, NULL, twice, NULL);
	pthread_join(t, &result);
	assert(x == 12 && result == &x);
	return 0;
}
