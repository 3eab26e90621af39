// The allocation area: a bit for each block, set when the block is taken.
//
// Eight blocks share a byte, and the disk reads and writes bytes. So a bit is
// changed by reading its byte, changing the copy and writing that back.
//
// The caller holds the lock of the block in the argument. This suffices for
// the block's own bit, but not for the byte that contains the bit: the race
// `bits`. With DAISY_FIX_BITS the byte has a lock, too, which is held from
// reading to writing.
#include "daisy.h"

static int byte_of(int block)
{
	return block / 8;
}

static unsigned char mask_of(int block)
{
	return (unsigned char)(1u << block % 8);
}

static void enter(int block)
{
#ifdef DAISY_FIX_BITS
	acquire(&area_locks[byte_of(block)]);
#else
	(void)block;
#endif
}

static void leave(int block)
{
#ifdef DAISY_FIX_BITS
	release(&area_locks[byte_of(block)]);
#else
	(void)block;
#endif
}

// area_is_taken tells whether a block is taken; the caller has its lock.
int area_is_taken(int block)
{
	unsigned char bits;

	enter(block);
	bits = disk_read(AREA_START + byte_of(block));
	leave(block);
	return (bits & mask_of(block)) != 0;
}

// area_take marks a block as taken; the caller has its lock.
void area_take(int block)
{
	unsigned char bits;

	enter(block);
	bits = disk_read(AREA_START + byte_of(block));
	bits |= mask_of(block);
	disk_write(AREA_START + byte_of(block), bits);
	leave(block);
}

// area_give marks a block as free; the caller has its lock.
void area_give(int block)
{
	unsigned char bits;

	enter(block);
	bits = disk_read(AREA_START + byte_of(block));
	bits &= (unsigned char)~mask_of(block);
	disk_write(AREA_START + byte_of(block), bits);
	leave(block);
}
