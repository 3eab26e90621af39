/*
 * N threads each claim three of N places. Every place has its own mutex.
 * Each thread checks that no other thread gets a place that it has.
 */
#include <assert.h>
#include <pthread.h>

enum { SLOTS = N, VALUES = 3 };

static int table[SLOTS];
static pthread_mutex_t locks[SLOTS];

static int claim(int slot, int value)
{
	int done = 0;
	pthread_mutex_lock(&locks[slot]);
	if (table[slot] == 0) {
		table[slot] = value;
		done = 1;
	}
	pthread_mutex_unlock(&locks[slot]);
	return done;
}

static void *owner(void *arg)
{
	int id = *(int *)arg;
	for (int i = 0; i < VALUES; i++) {
		int slot = (id + i) % SLOTS;
		if (claim(slot, id + 1))
			assert(table[slot] == id + 1);
	}
	return 0;
}

int main(void)
{
	pthread_t threads[N];
	int ids[N];
	for (int i = 0; i < N; i++) {
		ids[i] = i;
		pthread_create(&threads[i], 0, owner, &ids[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	return 0;
}
