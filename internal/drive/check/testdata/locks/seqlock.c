/* 4 orders. A sequence lock (Boehm, "Can seqlocks get along with programming language memory models?", MSPC 2012). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int seq, a, b;

static void *writer(void *arg)
{
	atomic_store_explicit(&seq, 1, memory_order_relaxed);
	atomic_thread_fence(O(1, release, relaxed));
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	atomic_store_explicit(&seq, 2, O(2, release, relaxed));
	return arg;
}

int main(void)
{
	pthread_t t;
	int before, x, y;

	pthread_create(&t, 0, writer, 0);
	before = atomic_load_explicit(&seq, O(3, acquire, relaxed));
	x = atomic_load_explicit(&a, memory_order_relaxed);
	y = atomic_load_explicit(&b, memory_order_relaxed);
	atomic_thread_fence(O(4, acquire, relaxed));
	if (!(before & 1) && atomic_load_explicit(&seq, memory_order_relaxed) == before)
		assert(x == y && x == before / 2);
	pthread_join(t, 0);
	return 0;
}
