// A stack without locks: Treiber, Systems programming: coping with parallelism, 1986.
// WRONG: pop takes the top that it saw, whatever happened since.
#include "heddle.h"
#include <stdatomic.h>

#ifndef CALLS
#define CALLS 2
#endif

struct node {
	struct node *next;
	long value;
};

static _Atomic(struct node *) top;

static void push(long value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_strong(&top, &n->next, n))
		;
}

static long pop(void)
{
	struct node *n = atomic_load(&top);

#ifdef WRONG
	if (n)
		atomic_store(&top, n->next);
#else
	while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
		;
#endif
	return n ? n->value : -1;
}

static long call(int thread, int operation)
{
	if (operation == 0)
		return pop();
	push(10 * thread + operation);
	return 0;
}

struct model {
	int size;
	long items[4];
};

static long model(struct model *m, int thread, int operation)
{
	if (operation == 0)
		return m->size ? m->items[--m->size] : -1;
	m->items[m->size++] = 10 * thread + operation;
	return 0;
}

HEDDLE_LINEARIZABLE(stack, 2, CALLS, 2, call, struct model, model)
