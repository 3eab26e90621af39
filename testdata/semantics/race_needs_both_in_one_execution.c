// 10.1: a race is in some sequentially consistent execution: accesses that exclude one another are none.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static int x;

static void *left(void *arg)
{
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	if (atomic_load_explicit(&b, memory_order_relaxed) == 0)
		x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, left, NULL);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	if (atomic_load_explicit(&a, memory_order_relaxed) == 0)
		x = 2;
	pthread_join(t, NULL);
	return 0;
}
