// Inodes: the size and the place of each file.
//
// An inode is three bytes of the disk.
//
//     | used: 0 or 1 | size in bytes | block |
//
// An inode's lock is held while they are accessed, and while the block that the
// inode names is: a block belongs to one inode. No thread holds two such locks.
#include "daisy.h"

enum { USED, SIZE, BLOCK };

static int position_of(int inode, int field)
{
	return INODES_START + inode * INODE_BYTES + field;
}

static int get(int inode, int field)
{
	return disk_read(position_of(inode, field));
}

static void set(int inode, int field, int value)
{
	disk_write(position_of(inode, field), (unsigned char)value);
}

// fill makes a free inode one of an empty file, and returns 0; without a block
// for it, it returns DAISY_FULL. The caller has the inode's lock.
static int fill(int inode)
{
	int block;

	block = block_allocate(inode); // where other inodes do not begin
	if (block < 0)
		return block;
	set(inode, BLOCK, block);
	set(inode, SIZE, 0);
	set(inode, USED, 1);
	return 0;
}

// inode_create returns an inode that was free and is now one of an empty file,
// or DAISY_FULL. It tries all inodes, from the first on.
int inode_create(int first)
{
	int i, inode, status;

	inode = first % DAISY_INODES;
	for (i = 0; i < DAISY_INODES; i++) {
		acquire(&inode_locks[inode]);
		if (!get(inode, USED)) {
			status = fill(inode);
			release(&inode_locks[inode]);
			return status < 0 ? status : inode;
		}
		release(&inode_locks[inode]);
		inode++;
		if (inode == DAISY_INODES)
			inode = 0;
	}
	return DAISY_FULL;
}

// enter acquires the lock of an inode that is in use, and tells whether it is;
// leave gives it back.
static int enter(int inode)
{
	acquire(&inode_locks[inode]);
	if (get(inode, USED))
		return 1;
	release(&inode_locks[inode]);
	return 0;
}

static void leave(int inode)
{
	release(&inode_locks[inode]);
}

// inode_open returns the inode if it is in use, or DAISY_MISSING.
int inode_open(int inode)
{
	if (!enter(inode))
		return DAISY_MISSING;
	leave(inode);
	return inode;
}

// inode_size returns how many bytes the inode's file has, or DAISY_MISSING.
int inode_size(int inode)
{
	int size;

	if (!enter(inode))
		return DAISY_MISSING;
	size = get(inode, SIZE);
	leave(inode);
	return size;
}

// inode_block returns the block of the inode's file, or DAISY_MISSING.
int inode_block(int inode)
{
	int block;

	if (!enter(inode))
		return DAISY_MISSING;
	block = get(inode, BLOCK);
	leave(inode);
	return block;
}

// inode_read returns a byte of the inode's file, or DAISY_MISSING, or DAISY_RANGE
// from the file's end on.
int inode_read(int inode, int offset)
{
	int byte;

	if (!enter(inode))
		return DAISY_MISSING;
	if (offset < 0 || offset >= get(inode, SIZE))
		byte = DAISY_RANGE;
	else
		byte = block_read(get(inode, BLOCK), offset);
	leave(inode);
	return byte;
}

// inode_write changes a byte of the inode's file, which grows if need be, and
// returns 0; or DAISY_MISSING; or DAISY_RANGE where there can be no file.
int inode_write(int inode, int offset, unsigned char byte)
{
	if (offset < 0 || offset >= DAISY_BLOCK_SIZE)
		return DAISY_RANGE;
	if (!enter(inode))
		return DAISY_MISSING;
	block_write(get(inode, BLOCK), offset, byte);
	if (offset >= get(inode, SIZE))
		set(inode, SIZE, offset + 1);
	leave(inode);
	return 0;
}

// inode_unlink frees an inode and its block, and returns 0, or DAISY_MISSING.
int inode_unlink(int inode)
{
	if (!enter(inode))
		return DAISY_MISSING;
	block_free(get(inode, BLOCK));
	set(inode, USED, 0);
	leave(inode);
	return 0;
}
