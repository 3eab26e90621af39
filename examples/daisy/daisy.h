// Daisy: a small file system that several threads use at once.
//
// This is an example of lock-based code as in file systems. It follows the
// descriptions in two papers: V. Kahlon, A. Gupta, N. Sinha, Symbolic
// Model Checking of Concurrent Programs Using Partial Orders and On-the-Fly
// Transactions, CAV 2006, section 5; M. Ganai, A. Gupta, Efficient Modeling of
// Concurrent Systems in BMC, SPIN 2008, section 8.
//
//     file    file.c    names, create/open/read/write/unlink     file locks
//     inode   inode.c   a file's size and its block              inode locks
//     block   block.c   the content of a file                    block locks
//     area    area.c    which blocks are taken: a bit for each   (see below)
//     disk    disk.c    bytes; an arm that seeks and transfers   (see below)
//     lock    lock.c    the locks, and the token that guards their records
//
// A layer calls the layers below it only, and locks are taken downwards, one of
// each layer at a time: there is no deadlock.
//
// As it stands, the file system has two data races.
//
//   bits   The allocation area has a bit for each block, and the disk knows
//          bytes. A thread that changes the bit of block i holds the lock of
//          block i: it does not exclude a thread that changes the bit of block
//          j, although both bits are in the byte i/8 = j/8.
//   seek   The disk has one arm. To access a byte is to seek and then to
//          transfer; another thread may seek in between.
//
// Macros that change this:
//
//   DAISY_FIX_BITS   a lock for each byte of the allocation area: no race of bits
//   DAISY_FIX_SEEK   transfers have a position of their own, as pread(2) has
//   DAISY_FIXED      both: no race at all
//
// There are two drivers, of which a program has one:
//
//     heddle check --property race examples/daisy/[!t]*.c examples/daisy/two_threads.c
#ifndef DAISY_H
#define DAISY_H

#include <pthread.h>

#ifdef DAISY_FIXED
#define DAISY_FIX_BITS
#define DAISY_FIX_SEEK
#endif

// The numbers of objects: small for a checker, larger for a real file system.
#ifndef DAISY_FILES
#define DAISY_FILES 2 // names of files: 0 … DAISY_FILES-1
#endif
#ifndef DAISY_INODES
#define DAISY_INODES 2 // at most 255
#endif
#ifndef DAISY_BLOCKS
#define DAISY_BLOCKS 4 // at most 255
#endif
#ifndef DAISY_BLOCK_SIZE
#define DAISY_BLOCK_SIZE 2 // bytes in a block, which are those in a file
#endif

// Where things are on the disk, which is all zero when it is new: no file, no
// inode in use, no block taken.
//
//     | directory | inode 0 | inode 1 | … | allocation area | block 0 | block 1 | …
//
// The directory has a byte for each file: its inode and one, or 0.
enum {
	DIRECTORY_START = 0,
	DIRECTORY_BYTES = DAISY_FILES,

	INODES_START = DIRECTORY_START + DIRECTORY_BYTES,
	INODE_BYTES = 3,

	AREA_START = INODES_START + DAISY_INODES * INODE_BYTES,
	AREA_BYTES = (DAISY_BLOCKS + 7) / 8,

	BLOCKS_START = AREA_START + AREA_BYTES,
	DISK_BYTES = BLOCKS_START + DAISY_BLOCKS * DAISY_BLOCK_SIZE
};

// The results of operations that fail. An operation that succeeds returns 0 or more.
enum {
	DAISY_EXISTS = -1,  // a file of this name is there already
	DAISY_MISSING = -2, // there is no such file
	DAISY_FULL = -3,    // no inode, or no block, is free
	DAISY_RANGE = -4    // beyond the end of a block, or of a file
};

// Locks (lock.c).
struct lock {
	pthread_mutex_t mutex;
	int held; // a record of it, guarded by the token
};

extern struct lock file_locks[DAISY_FILES];
extern struct lock inode_locks[DAISY_INODES];
extern struct lock block_locks[DAISY_BLOCKS];
#ifdef DAISY_FIX_BITS
extern struct lock area_locks[AREA_BYTES];
#endif

void acquire(struct lock *l);
void release(struct lock *l);
int locks_held(void);

// The disk (disk.c).
unsigned char disk_read(int position);
void disk_write(int position, unsigned char byte);

// The allocation area (area.c).
int area_is_taken(int block);
void area_take(int block);
void area_give(int block);

// Blocks (block.c).
int block_allocate(int first);
void block_free(int block);
int block_read(int block, int offset);
void block_write(int block, int offset, unsigned char byte);

// Inodes (inode.c).
int inode_create(int first);
int inode_open(int inode);
int inode_size(int inode);
int inode_block(int inode);
int inode_read(int inode, int offset);
int inode_write(int inode, int offset, unsigned char byte);
int inode_unlink(int inode);

// Files (file.c).
int daisy_create(int name);
int daisy_open(int name);
int daisy_read(int handle, int offset);
int daisy_write(int handle, int offset, unsigned char byte);
int daisy_unlink(int name);

// The whole (check.c), for one thread that is alone.
int daisy_is_sound(void);

#endif
