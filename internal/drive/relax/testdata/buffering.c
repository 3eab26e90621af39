#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *left(void *arg)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	a = atomic_load_explicit(&y, memory_order_acquire);
	return arg;
}

static void *right(void *arg)
{
	atomic_store_explicit(&y, 1, memory_order_release);
	atomic_thread_fence(memory_order_seq_cst);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
