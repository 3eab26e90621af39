/* 4 orders. The queued spinlock of the Linux kernel (kernel/locking/qspinlock.c) for three threads, with one word of 32 bits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

enum { LOCKED = 1, PENDING = 2, TAIL = 4 };

struct node { _Atomic(struct node *) next; atomic_int locked; };

static atomic_int word;
static struct node nodes[3];
static int count;



static void queue(int me)
{
	struct node *node = &nodes[me], *next;
	int old = atomic_load_explicit(&word, memory_order_relaxed), mine = (me + 1) * TAIL;

	while (!atomic_compare_exchange_strong_explicit(&word, &old, (old & (LOCKED | PENDING)) | mine, memory_order_acq_rel, memory_order_relaxed))
		;
	if (old >= TAIL) {
		atomic_store_explicit(&nodes[old / TAIL - 1].next, node, memory_order_release);
		while (!atomic_load_explicit(&node->locked, memory_order_acquire))
			;
	}
	while ((old = atomic_load_explicit(&word, O(3, acquire, relaxed))) & (LOCKED | PENDING))
		;
	if (old == mine && atomic_compare_exchange_strong_explicit(&word, &old, LOCKED, memory_order_relaxed, memory_order_relaxed))
		return;
	atomic_fetch_or_explicit(&word, LOCKED, memory_order_relaxed);
	while (!(next = atomic_load_explicit(&node->next, memory_order_acquire)))
		;
	atomic_store_explicit(&next->locked, 1, memory_order_release);
}

static void lock(int me)
{
	int old = 0;

	if (atomic_compare_exchange_strong_explicit(&word, &old, LOCKED, O(1, acquire, relaxed), memory_order_relaxed))
		return;
	old = atomic_fetch_or_explicit(&word, PENDING, memory_order_acquire);
	if (old <= LOCKED) {
		while (atomic_load_explicit(&word, O(2, acquire, relaxed)) & LOCKED)
			;
		atomic_fetch_add_explicit(&word, LOCKED - PENDING, memory_order_relaxed);
		return;
	}
	if (!(old & PENDING))
		atomic_fetch_and_explicit(&word, ~PENDING, memory_order_relaxed);
	queue(me);
}

static void unlock(void) { atomic_fetch_and_explicit(&word, ~LOCKED, O(4, release, relaxed)); }

static void *run(void *arg)
{
	lock((struct node *)arg - nodes);
	count++;
	unlock();
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
