// 4.1: a function whose name starts with __VERIFIER_atomic_ is a section.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static void __VERIFIER_atomic_increment(void)
{
	int v = x;

	x = v + 1;
}

static void *increment(void *arg)
{
	__VERIFIER_atomic_increment();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, increment, NULL);
	increment(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
