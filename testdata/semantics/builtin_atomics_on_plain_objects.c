// 10.2: __atomic_* and __sync_* on plain objects are atomic accesses: they do not race.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg)
{
	__sync_fetch_and_add(&x, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, increment, NULL);
	__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
