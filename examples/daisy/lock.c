// Locks: a dedicated one for each file, inode and block.
//
// The record of a lock states whether it is held, so that a check of the whole
// can count the held locks (locks_held). One more lock, the token, guards all
// records. Each thread takes it while it acquires or releases a lock, and then
// releases it: it is the last in the order of locks.
#include "daisy.h"

#include <assert.h>

#define UNLOCKED { PTHREAD_MUTEX_INITIALIZER, 0 }

struct lock file_locks[DAISY_FILES] = { [0 ... DAISY_FILES - 1] = UNLOCKED };
struct lock inode_locks[DAISY_INODES] = { [0 ... DAISY_INODES - 1] = UNLOCKED };
struct lock block_locks[DAISY_BLOCKS] = { [0 ... DAISY_BLOCKS - 1] = UNLOCKED };
#ifdef DAISY_FIX_BITS
struct lock area_locks[AREA_BYTES] = { [0 ... AREA_BYTES - 1] = UNLOCKED };
#endif

static pthread_mutex_t token = PTHREAD_MUTEX_INITIALIZER;
static int held; // how many locks are, the token apart

// acquire waits for a lock, takes it and writes this down.
void acquire(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
	pthread_mutex_lock(&token);
	assert(!l->held);
	l->held = 1;
	held++;
	pthread_mutex_unlock(&token);
}

// release writes down that a lock is free and gives it back. It need not be in
// the function that acquired the lock.
void release(struct lock *l)
{
	pthread_mutex_lock(&token);
	assert(l->held);
	l->held = 0;
	held--;
	pthread_mutex_unlock(&token);
	pthread_mutex_unlock(&l->mutex);
}

// locks_held returns how many locks are held now, by anybody.
int locks_held(void)
{
	int n;

	pthread_mutex_lock(&token);
	n = held;
	pthread_mutex_unlock(&token);
	return n;
}
