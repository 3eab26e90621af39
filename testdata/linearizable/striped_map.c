// A map of chains, each with the lock of its stripe.
// WRONG: put looks for the key before it has the lock.
#include "heddle.h"

#ifndef CALLS
#define CALLS 2
#endif

enum { CHAINS = 2, STRIPES = 2, KEYS = 2 };

struct entry {
	struct entry *next;
	int key;
	long value;
};

static struct entry *chain[CHAINS];
static pthread_mutex_t stripe[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static struct entry *find(int key)
{
	struct entry *e = chain[key % CHAINS];

	while (e && e->key != key)
		e = e->next;
	return e;
}

// put returns the value that the key had, or -1.
static long put(int key, long value)
{
	struct entry *e;
	long old = -1;

#ifdef WRONG
	e = find(key);
	pthread_mutex_lock(&stripe[key % STRIPES]);
#else
	pthread_mutex_lock(&stripe[key % STRIPES]);
	e = find(key);
#endif
	if (e) {
		old = e->value;
	} else {
		e = malloc(sizeof *e);
		e->key = key;
		e->next = chain[key % CHAINS];
		chain[key % CHAINS] = e;
	}
	e->value = value;
	pthread_mutex_unlock(&stripe[key % STRIPES]);
	return old;
}

static long get(int key)
{
	struct entry *e;
	long value;

	pthread_mutex_lock(&stripe[key % STRIPES]);
	e = find(key);
	value = e ? e->value : -1;
	pthread_mutex_unlock(&stripe[key % STRIPES]);
	return value;
}

static long call(int thread, int operation)
{
	int key = operation % KEYS;

	return operation < KEYS ? get(key) : put(key, thread);
}

struct model {
	long plus_one[KEYS];
};

static long model(struct model *m, int thread, int operation)
{
	int key = operation % KEYS;
	long old = m->plus_one[key] - 1;

	if (operation >= KEYS)
		m->plus_one[key] = thread + 1;
	return old;
}

HEDDLE_LINEARIZABLE(map, 2, CALLS, 2 * KEYS, call, struct model, model)
