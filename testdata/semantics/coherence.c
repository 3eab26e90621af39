// 7.2: the writes of a location are totally ordered: no reader sees them the other way round.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *write_both(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;
	int first, second;

	pthread_create(&t, NULL, write_both, NULL);
	first = atomic_load_explicit(&x, memory_order_relaxed);
	second = atomic_load_explicit(&x, memory_order_relaxed);
	pthread_join(t, NULL);
	assert(first <= second);
	return 0;
}
