/* 8 orders. The lock of Mellor-Crummey and Scott (TOCS 9(1), 1991) for three threads.
   Orders 5 to 8 only keep threads from waiting for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node { _Atomic(struct node *) next; atomic_int locked; };

static _Atomic(struct node *) tail;
static struct node nodes[3];
static int count;

static void lock(struct node *me)
{
	struct node *before;

	atomic_store_explicit(&me->next, 0, memory_order_relaxed);
	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, WEAK == 5 ? memory_order_acquire : O(1, acq_rel, release));
	if (before) {
		atomic_store_explicit(&before->next, me, O(6, release, relaxed));
		while (atomic_load_explicit(&me->locked, O(2, acquire, relaxed)))
			;
	}
}

static void unlock(struct node *me)
{
	struct node *after = atomic_load_explicit(&me->next, O(7, acquire, relaxed));

	if (!after) {
		struct node *last = me;

		if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, O(3, release, relaxed), memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&me->next, O(8, acquire, relaxed))))
			;
	}
	atomic_store_explicit(&after->locked, 0, O(4, release, relaxed));
}

static void *run(void *arg)
{
	lock(arg);
	count++;
	unlock(arg);
	return 0;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, &nodes[i]);
	run(&nodes[2]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(count == 3);
	return 0;
}
