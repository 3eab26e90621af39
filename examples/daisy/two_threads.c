// Two threads, each of which makes a file of its own; or three.
//
// Different files, different inodes, different blocks: their locks are different,
// and the threads hardly meet. They meet in lock.c, as they should, at the
// arm of the disk (`seek`), and in the byte that has the bits of their blocks
// (`bits`).
//
// The files are DAISY_FIRST and DAISY_OTHER, and a third thread's is DAISY_THIRD, if
// that is defined; a new file system takes the inode and the block of a file's number
// for it. With DAISY_WRITE each thread writes to its file and reads the byte back; with
// DAISY_CHECK the file system is checked at the end.
#include "daisy.h"

#include <assert.h>

#ifndef DAISY_FIRST
#define DAISY_FIRST 0
#endif
#ifndef DAISY_OTHER
#define DAISY_OTHER 1
#endif

static void use(int name)
{
	int file;

	file = daisy_create(name);
	(void)file;
#ifdef DAISY_WRITE
	assert(file >= 0);
	assert(daisy_write(file, 0, (unsigned char)(name + 1)) == 0);
	assert(daisy_read(file, 0) == name + 1);
#endif
}

static void *other(void *arg)
{
	use(DAISY_OTHER);
	return arg;
}

#ifdef DAISY_THIRD
static void *third(void *arg)
{
	use(DAISY_THIRD);
	return arg;
}
#endif

int main(void)
{
	pthread_t thread;
#ifdef DAISY_THIRD
	pthread_t another;

	pthread_create(&another, NULL, third, NULL);
#endif
	pthread_create(&thread, NULL, other, NULL);
	use(DAISY_FIRST);
	pthread_join(thread, NULL);
#ifdef DAISY_THIRD
	pthread_join(another, NULL);
#endif
#ifdef DAISY_CHECK
	assert(daisy_is_sound());
#endif
	return 0;
}
