/* 3 orders. Read-copy-update: a reader in a section, and an updater that waits for it (Desnoyers and others, "User-level implementations of read-copy update", TPDS 2012). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static int objects[2] = {1, 2};
static atomic_int current, reading;

static void *reader(void *arg)
{
	int i, seen;

	atomic_store_explicit(&reading, 1, memory_order_relaxed);
	atomic_thread_fence(O(1, seq_cst, acq_rel));
	i = atomic_load_explicit(&current, memory_order_acquire);
	seen = objects[i];
	assert(seen > 0);
	atomic_store_explicit(&reading, 0, O(2, release, relaxed));
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, reader, 0);
	atomic_store_explicit(&current, 1, memory_order_release);
	atomic_thread_fence(O(3, seq_cst, acq_rel));
	while (atomic_load_explicit(&reading, memory_order_acquire))
		;
	objects[0] = 0;
	pthread_join(t, 0);
	return 0;
}
