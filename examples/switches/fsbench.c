// The file system of Flanagan and Godefroid ("Dynamic Partial-Order Reduction for Model
// Checking Software", POPL 2005, section 6), in our own words.
//
// Thread i gives inode i a block, unless it has one: the first free one from 2i on. Inodes and
// blocks have a lock each. Up to 13 threads do not meet. The 14th begins where the first does, and
// so on: with 26 threads no block is left, but no thread looks at more than two.
//
// With BUG, main prepares a block for each thread: the 27th is behind the array.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3 // at most INODES, and without BUG at most BLOCKS
#endif

enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inode_lock[INODES];
static int inode[INODES]; // its block and one; 0: it has none

static pthread_mutex_t block_lock[BLOCKS];
static bool busy[BLOCKS];

static void allocate(int i)
{
	bool taken = false;
	int tries = 0;

	for (int b = 2 * i % BLOCKS; !taken; b = (b + 1) % BLOCKS) {
		tries++;
		assert(tries <= 2);
		pthread_mutex_lock(&block_lock[b]);
		if (!busy[b]) {
			busy[b] = true;
			inode[i] = b + 1;
			taken = true;
		}
		pthread_mutex_unlock(&block_lock[b]);
	}
}

static void *use(void *arg)
{
	int i = (int)(intptr_t)arg % INODES;

	pthread_mutex_lock(&inode_lock[i]);
	if (inode[i] == 0)
		allocate(i);
	assert(inode[i] > 0 && inode[i] <= BLOCKS);
	pthread_mutex_unlock(&inode_lock[i]);
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];
#ifdef BUG
	const int prepared = THREADS;
#else
	const int prepared = BLOCKS;
#endif

	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&inode_lock[i], NULL);
	for (int b = 0; b < prepared; b++) {
		busy[b] = false;
		pthread_mutex_init(&block_lock[b], NULL);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, use, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
