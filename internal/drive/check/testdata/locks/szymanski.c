/* 3 orders. Szymanski's lock for two threads ("A simple solution to Lamport's concurrent programming problem", ICS 1988), with seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int flag[2];
static int count;

static int seen(int who) { return atomic_load_explicit(&flag[who], O(1, seq_cst, acquire)); }

static void lock(int me)
{
	int other = 1 - me;

	atomic_store_explicit(&flag[me], 1, memory_order_seq_cst);
	while (seen(other) >= 3)
		;
	atomic_store_explicit(&flag[me], 3, O(2, seq_cst, release));
	if (seen(other) == 1) {
		atomic_store_explicit(&flag[me], 2, memory_order_seq_cst);
		while (seen(other) != 4)
			;
	}
	atomic_store_explicit(&flag[me], 4, memory_order_seq_cst);
	if (me == 1)
		while (seen(0) >= 2)
			;
}

static void unlock(int me)
{
	if (me == 0)
		for (;;) {
			int other = seen(1);
			if (other < 2 || other > 3)
				break;
		}
	atomic_store_explicit(&flag[me], 0, O(3, seq_cst, relaxed));
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
