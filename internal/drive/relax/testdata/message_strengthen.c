#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, others;

static void *send(void *arg)
{
	atomic_fetch_add_explicit(&others, 1, memory_order_relaxed);
	data = 1;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, send, 0);
	atomic_fetch_add_explicit(&others, 1, memory_order_relaxed);
	if (atomic_load_explicit(&ready, memory_order_relaxed))
		assert(data);
	return 0;
}
