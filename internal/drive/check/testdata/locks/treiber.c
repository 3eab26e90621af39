/* 2 orders. Treiber's stack (IBM RJ 5118, 1986): two threads push, one pops. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node { int value; struct node *below; };

static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *n, int value)
{
	struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

	n->value = value;
	do
		n->below = old;
	while (!atomic_compare_exchange_weak_explicit(&top, &old, n, O(1, release, relaxed), memory_order_relaxed));
}

static struct node *pop(void)
{
	struct node *old = atomic_load_explicit(&top, O(2, acquire, relaxed));

	while (old && !atomic_compare_exchange_weak_explicit(&top, &old, old->below, memory_order_relaxed, WEAK == 2 ? memory_order_relaxed : memory_order_acquire))
		;
	return old;
}

static void *run(void *arg)
{
	push(arg, 7);
	return 0;
}

int main(void)
{
	pthread_t t[2];
	struct node *n;

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, &nodes[i]);
	if ((n = pop()))
		assert(n->value == 7);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
