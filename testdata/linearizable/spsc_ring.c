// A ring buffer for one producer thread and one consumer thread:
// Lamport, Proving the correctness of multiprocess programs,
// 1977. WRONG: the slot is announced before it is filled.
#include "heddle.h"
#include <stdatomic.h>

#ifndef CALLS
#define CALLS 2
#endif

enum { SLOTS = 1 };

static long slot[SLOTS];
static atomic_uint filled, emptied;

static long fill(long value)
{
	unsigned n = atomic_load(&filled);

	if (n - atomic_load(&emptied) == SLOTS)
		return 0;
#ifdef WRONG
	atomic_store(&filled, n + 1);
	slot[n % SLOTS] = value;
#else
	slot[n % SLOTS] = value;
	atomic_store(&filled, n + 1);
#endif
	return 1;
}

static long empty(void)
{
	unsigned n = atomic_load(&emptied);
	long value;

	if (n == atomic_load(&filled))
		return -1;
	value = slot[n % SLOTS];
	atomic_store(&emptied, n + 1);
	return value;
}

static long call(int thread, int operation) { return thread == 0 ? fill(3 + operation) : empty(); }

struct model {
	unsigned filled, emptied;
	long slot[SLOTS];
};

static long model(struct model *m, int thread, int operation)
{
	if (thread == 0) {
		if (m->filled - m->emptied == SLOTS)
			return 0;
		m->slot[m->filled++ % SLOTS] = 3 + operation;
		return 1;
	}
	return m->emptied == m->filled ? -1 : m->slot[m->emptied++ % SLOTS];
}

HEDDLE_LINEARIZABLE(ring, 2, CALLS, 2, call, struct model, model)
