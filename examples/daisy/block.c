// Blocks: the bytes of files, each file's in a block of its own.
//
// A block's lock is held while its bytes or its bit in the allocation area are
// accessed. No thread holds two of them.
#include "daisy.h"

static int position_of(int block, int offset)
{
	return BLOCKS_START + block * DAISY_BLOCK_SIZE + offset;
}

static void clear(int block)
{
	int offset;

	for (offset = 0; offset < DAISY_BLOCK_SIZE; offset++)
		disk_write(position_of(block, offset), 0);
}

// take_if_free takes a block, cleared, and tells whether it could.
static int take_if_free(int block)
{
	int taken;

	acquire(&block_locks[block]);
	taken = area_is_taken(block);
	if (!taken) {
		area_take(block);
		clear(block);
	}
	release(&block_locks[block]);
	return !taken;
}

// block_allocate returns a block that was free, or DAISY_FULL. It tries all
// blocks, from the first on: callers that name different ones do not get into
// each other's way.
int block_allocate(int first)
{
	int i, block;

	block = first % DAISY_BLOCKS;
	for (i = 0; i < DAISY_BLOCKS; i++) {
		if (take_if_free(block))
			return block;
		block++;
		if (block == DAISY_BLOCKS)
			block = 0;
	}
	return DAISY_FULL;
}

// block_free gives back a block that block_allocate returned.
void block_free(int block)
{
	acquire(&block_locks[block]);
	area_give(block);
	release(&block_locks[block]);
}

// block_read returns a byte of a block, or DAISY_RANGE.
int block_read(int block, int offset)
{
	int byte;

	if (offset < 0 || offset >= DAISY_BLOCK_SIZE)
		return DAISY_RANGE;
	acquire(&block_locks[block]);
	byte = disk_read(position_of(block, offset));
	release(&block_locks[block]);
	return byte;
}

// block_write changes a byte of a block; the offset is in range.
void block_write(int block, int offset, unsigned char byte)
{
	acquire(&block_locks[block]);
	disk_write(position_of(block, offset), byte);
	release(&block_locks[block]);
}
