// 7.1: from-read is in the order: two readers agree on the order of two independent writes.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a[2], b[2];

static void *write_x(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return arg;
}

static void *write_y(void *arg)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return arg;
}

static void *read_x_then_y(void *arg)
{
	a[0] = atomic_load_explicit(&x, memory_order_relaxed);
	a[1] = atomic_load_explicit(&y, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, write_x, NULL);
	pthread_create(&t[1], NULL, write_y, NULL);
	pthread_create(&t[2], NULL, read_x_then_y, NULL);
	b[0] = atomic_load_explicit(&y, memory_order_relaxed);
	b[1] = atomic_load_explicit(&x, memory_order_relaxed);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(!(a[0] == 1 && a[1] == 0 && b[0] == 1 && b[1] == 0));
	return 0;
}
