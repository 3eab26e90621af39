// The hash table of Flanagan and Godefroid ("Dynamic Partial-Order Reduction for Model
// Checking Software", POPL 2005, section 6), in our own words.
//
// Each thread puts MESSAGES messages into the table, in the first free slot from the hash of a
// message on. Up to 11 threads do not meet; the first message of the 12th and the second of the
// first have the same hash. With 13 threads each message still fits into one of two slots.
//
// A thread tests a slot and takes it in one step. With BUG another thread can take it in between,
// and the message of one of them is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 12 // at most 13
#endif

enum { SLOTS = 128, MESSAGES = 4, NOTHING = 0 };

static atomic_int slot[SLOTS];

// take puts a message into a slot that is free.
static bool take(int at, int message)
{
#ifdef BUG
	if (slot[at] != NOTHING)
		return false;
	slot[at] = message;
	return true;
#else
	int nothing = NOTHING;

	return atomic_compare_exchange_strong(&slot[at], &nothing, message);
#endif
}

static void put(int message, int hash)
{
	bool taken = false;
	int tries = 0;

	for (int at = hash % SLOTS; !taken; at = (at + 1) % SLOTS) {
		tries++;
		assert(tries <= 2);
		taken = take(at, message);
		assert(!taken || slot[at] == message);
	}
}

static void *insert(void *arg)
{
	int thread = (int)(intptr_t)arg;

	for (int i = 0; i < MESSAGES; i++)
		put(1 + thread * MESSAGES + i, ((i + 1) * 11 + thread) * 7);
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, insert, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
