/*
 * N threads enter four values each into a hash table with linear probing, every
 * slot under a mutex of its own. Up to eleven threads never meet in a slot.
 */
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 128, VALUES = 4 };

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

static void *indexer(void *arg)
{
	int id = *(int *)arg;
	for (int i = 1; i <= VALUES; i++) {
		int value = i * 11 + id;
		int slot = value * 7 % SLOTS;
		assert(slot >= 0);
		while (!claim(slot, value))
			slot = (slot + 1) % SLOTS;
	}
	return 0;
}

int main(void)
{
	pthread_t threads[N];
	int ids[N];
	for (int i = 0; i < SLOTS; i++)
		pthread_mutex_init(&locks[i], 0);
	for (int i = 0; i < N; i++) {
		ids[i] = i;
		pthread_create(&threads[i], 0, indexer, &ids[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	return 0;
}
