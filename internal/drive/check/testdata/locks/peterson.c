/* 4 orders. Peterson's lock with an exchange (Williams, "Peterson's lock with C++0x atomics", 2008). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int flag[2], turn;
static int count;

static void lock(int me)
{
	atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
	atomic_exchange_explicit(&turn, 1 - me, WEAK == 1 ? memory_order_release : O(2, acq_rel, acquire));
	while (atomic_load_explicit(&flag[1 - me], O(3, acquire, relaxed)) && atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)
		;
}

static void unlock(int me) { atomic_store_explicit(&flag[me], 0, O(4, release, relaxed)); }

static void *run(void *arg)
{
	int me = arg != 0;

	lock(me);
	count++;
	unlock(me);
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, run, &count);
	run(0);
	pthread_join(t, 0);
	assert(count == 2);
	return 0;
}
