/* 3 orders. Dekker's lock with fences (Preshing, "Who ordered memory fences on an acquire load?" and its C++11 form). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int flag[2], turn;
static int count;

static void lock(int me)
{
	int other = 1 - me;

	atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
	atomic_thread_fence(O(1, seq_cst, acq_rel));
	while (atomic_load_explicit(&flag[other], memory_order_relaxed))
		if (atomic_load_explicit(&turn, memory_order_relaxed) != me) {
			atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
			while (atomic_load_explicit(&turn, memory_order_relaxed) != me)
				;
			atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
			atomic_thread_fence(memory_order_seq_cst);
		}
	atomic_thread_fence(O(2, acquire, relaxed));
}

static void unlock(int me)
{
	atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
	atomic_thread_fence(O(3, release, relaxed));
	atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
}

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
