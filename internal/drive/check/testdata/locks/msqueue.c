/* 2 orders. The queue of Michael and Scott (PODC 1996) without reuse: two threads enqueue, one dequeues. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node { int value; _Atomic(struct node *) next; };

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[2], tail = &nodes[2];

static void enqueue(struct node *n, int value)
{
	n->value = value;
	for (;;) {
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire), *none = 0;

		if (atomic_compare_exchange_strong_explicit(&last->next, &none, n, O(1, release, relaxed), memory_order_acquire)) {
			atomic_compare_exchange_strong_explicit(&tail, &last, n, memory_order_release, memory_order_relaxed);
			return;
		}
		atomic_compare_exchange_strong_explicit(&tail, &last, none, memory_order_release, memory_order_relaxed);
	}
}

static int dequeue(void)
{
	struct node *first = atomic_load_explicit(&head, memory_order_acquire);
	struct node *next = atomic_load_explicit(&first->next, O(2, acquire, relaxed));

	if (next && atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
		return next->value;
	return 0;
}

static void *run(void *arg)
{
	enqueue(arg, 7);
	return 0;
}

int main(void)
{
	pthread_t t[2];
	int got;

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, &nodes[i]);
	got = dequeue();
	assert(got == 0 || got == 7);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
