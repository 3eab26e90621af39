/* 3 orders. The lock of Craig, Landin and Hagersten (IPPS 1994) for three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

struct node { atomic_int locked; };

static struct node nodes[4];
static _Atomic(struct node *) tail = &nodes[3];
static int count;

static void *run(void *arg)
{
	struct node *me = arg, *before;

	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, O(1, acq_rel, acquire));
	while (atomic_load_explicit(&before->locked, O(2, acquire, relaxed)))
		;
	count++;
	atomic_store_explicit(&me->locked, 0, O(3, release, relaxed));
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
