/* 13 orders. The compact NUMA-aware lock of Dice and Kogan (EuroSys 2019) for four threads on two sockets. The lock
   stays local whenever it can. The releases of the two exchanges only keep threads from waiting for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node {
	_Atomic(struct node *) spin, next; /* spin: 0, &none, or the head of the secondary queue */
	struct node *last;                 /* of the secondary queue */
	int socket;
};

static _Atomic(struct node *) tail;
static struct node nodes[4], none;
static int count;

static void lock(struct node *me)
{
	struct node *before;

	atomic_store_explicit(&me->next, 0, memory_order_relaxed);
	atomic_store_explicit(&me->spin, 0, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, WEAK == 2 ? memory_order_acquire : O(1, acq_rel, release));
	if (!before) {
		atomic_store_explicit(&me->spin, &none, memory_order_relaxed);
		return;
	}
	me->socket = (me - nodes) & 1;
	atomic_store_explicit(&before->next, me, O(3, release, relaxed));
	while (!atomic_load_explicit(&me->spin, O(4, acquire, relaxed)))
		;
}

/* Returns the next thread of the main queue on the same socket, and moves those before it to the secondary queue. */
static struct node *successor(struct node *me, struct node *next)
{
	int socket = (me - nodes) & 1;
	struct node *last = next, *now, *second = atomic_load_explicit(&me->spin, memory_order_relaxed);

	if (next->socket == socket)
		return next;
	while ((now = atomic_load_explicit(&last->next, O(5, acquire, relaxed)))) {
		if (now->socket == socket) {
			if (second != &none)
				atomic_store_explicit(&second->last->next, next, memory_order_relaxed);
			else
				atomic_store_explicit(&me->spin, second = next, memory_order_relaxed);
			atomic_store_explicit(&last->next, 0, memory_order_relaxed);
			second->last = last;
			return now;
		}
		last = now;
	}
	return 0;
}

static void unlock(struct node *me)
{
	struct node *next = atomic_load_explicit(&me->next, O(6, acquire, relaxed)), *last = me, *second, *after;

	second = atomic_load_explicit(&me->spin, memory_order_relaxed);
	if (!next) {
		if (second == &none) {
			if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, O(7, release, relaxed), memory_order_relaxed))
				return;
		} else if (atomic_compare_exchange_strong_explicit(&tail, &last, second->last, O(8, release, relaxed), memory_order_relaxed)) {
			atomic_store_explicit(&second->spin, &none, O(9, release, relaxed));
			return;
		}
		while (!(next = atomic_load_explicit(&me->next, O(10, acquire, relaxed))))
			;
	}
	after = successor(me, next);
	second = atomic_load_explicit(&me->spin, memory_order_relaxed);
	if (after) {
		atomic_store_explicit(&after->spin, second, O(11, release, relaxed));
	} else if (second != &none) {
		atomic_store_explicit(&second->last->next, next, memory_order_relaxed);
		atomic_store_explicit(&second->spin, &none, O(12, release, relaxed));
	} else {
		atomic_store_explicit(&next->spin, &none, O(13, release, relaxed));
	}
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
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, run, &nodes[i]);
	run(&nodes[3]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	assert(count == 4);
	return 0;
}
