/* 7 orders. The queue of Michael and Scott (PODC 1996) without reuse: three threads enqueue, one of them dequeues
   before that, and the rest at the end. Some orders only keep threads from waiting for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node { int value; _Atomic(struct node *) next; };

static struct node nodes[4];
static _Atomic(struct node *) head = &nodes[3], tail = &nodes[3];

static void enqueue(struct node *n, int value)
{
	n->value = value;
	atomic_store_explicit(&n->next, 0, memory_order_relaxed);
	for (;;) {
		struct node *last = atomic_load_explicit(&tail, O(1, acquire, relaxed)), *none = 0;

		if (atomic_compare_exchange_strong_explicit(&last->next, &none, n, O(2, release, relaxed), O(3, acquire, relaxed))) {
			atomic_compare_exchange_strong_explicit(&tail, &last, n, O(4, release, relaxed), memory_order_relaxed);
			return;
		}
		atomic_compare_exchange_strong_explicit(&tail, &last, none, O(5, release, relaxed), memory_order_relaxed);
	}
}

static int dequeue(void)
{
	for (;;) {
		struct node *first = atomic_load_explicit(&head, memory_order_relaxed);
		struct node *last = atomic_load_explicit(&tail, memory_order_relaxed);
		struct node *next = atomic_load_explicit(&first->next, O(6, acquire, relaxed));

		if (first == last) {
			if (!next)
				return 0;
			atomic_compare_exchange_strong_explicit(&tail, &last, next, O(7, release, relaxed), memory_order_relaxed);
		} else if (next && atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_relaxed, memory_order_relaxed)) {
			return next->value;
		}
	}
}

static void *run(void *arg)
{
	enqueue(arg, 7);
	return 0;
}

int main(void)
{
	pthread_t t[2];
	int sum, got;

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, &nodes[i]);
	sum = dequeue();
	run(&nodes[2]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	while ((got = dequeue()))
		sum += got;
	assert(sum == 21);
	return 0;
}
