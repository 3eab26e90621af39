/* 3 orders. Lamport's bakery for two threads (CACM 17(8), 1974), with seq_cst fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int choosing[2], number[2];
static int count;

static void lock(int me)
{
	int other = 1 - me, mine;

	atomic_store_explicit(&choosing[me], 1, memory_order_relaxed);
	atomic_thread_fence(O(1, seq_cst, acq_rel));
	mine = 1 + atomic_load_explicit(&number[other], memory_order_relaxed);
	atomic_store_explicit(&number[me], mine, memory_order_relaxed);
	atomic_store_explicit(&choosing[me], 0, memory_order_release);
	atomic_thread_fence(O(2, seq_cst, acq_rel));
	while (atomic_load_explicit(&choosing[other], memory_order_acquire))
		;
	for (;;) {
		int theirs = atomic_load_explicit(&number[other], memory_order_acquire);
		if (theirs == 0 || theirs > mine || theirs == mine && other > me)
			break;
	}
}

static void unlock(int me) { atomic_store_explicit(&number[me], 0, O(3, release, relaxed)); }

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
