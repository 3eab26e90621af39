// A queue without locks: Michael, Scott, Simple, fast, and practical non-blocking and blocking
// concurrent queue algorithms, PODC 1996.
// WRONG: an item is reachable from the tail before it is linked behind the one before it.
#include "heddle.h"
#include <stdatomic.h>

#ifndef CALLS
#define CALLS 2
#endif

struct node {
	_Atomic(struct node *) next;
	long value;
};

static struct node first;
static _Atomic(struct node *) head = &first, tail = &first;

static void enqueue(long value)
{
	struct node *n = malloc(sizeof *n), *last, *next;

	n->value = value;
	atomic_init(&n->next, 0);
#ifdef WRONG
	last = atomic_exchange(&tail, n);
	atomic_store(&last->next, n);
	(void)next;
#else
	for (;;) {
		last = atomic_load(&tail);
		next = atomic_load(&last->next);
		if (next)
			atomic_compare_exchange_strong(&tail, &last, next);
		else if (atomic_compare_exchange_strong(&last->next, &next, n))
			break;
	}
	atomic_compare_exchange_strong(&tail, &last, n);
#endif
}

static long dequeue(void)
{
	struct node *n, *next;

	for (;;) {
		n = atomic_load(&head);
		next = atomic_load(&n->next);
		if (!next)
			return -1;
		if (atomic_compare_exchange_strong(&head, &n, next))
			return next->value;
	}
}

static long call(int thread, int operation)
{
	if (operation == 0)
		return dequeue();
	enqueue(10 * thread + operation);
	return 0;
}

struct model {
	int from, to;
	long items[4];
};

static long model(struct model *m, int thread, int operation)
{
	if (operation == 0)
		return m->from < m->to ? m->items[m->from++] : -1;
	m->items[m->to++] = 10 * thread + operation;
	return 0;
}

HEDDLE_LINEARIZABLE(queue, 2, CALLS, 2, call, struct model, model)
