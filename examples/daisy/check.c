// The invariants of the whole file system while no operation runs.
#include "daisy.h"

// names returns how many names the directory has for an inode.
static int names(int inode)
{
	int name, n;

	n = 0;
	for (name = 0; name < DAISY_FILES; name++)
		if (disk_read(DIRECTORY_START + name) == inode + 1)
			n++;
	return n;
}

// owners returns how many inodes have a block.
static int owners(int block)
{
	int inode, n;

	n = 0;
	for (inode = 0; inode < DAISY_INODES; inode++)
		if (inode_block(inode) == block)
			n++;
	return n;
}

// daisy_is_sound tells whether no lock is held, each inode in use has one name
// and others have none, and each block is taken by one inode or free.
int daisy_is_sound(void)
{
	int inode, block, n;

	if (locks_held() != 0)
		return 0;
	for (inode = 0; inode < DAISY_INODES; inode++) {
		n = names(inode);
		if (n != (inode_open(inode) >= 0))
			return 0;
	}
	for (block = 0; block < DAISY_BLOCKS; block++) {
		n = owners(block);
		if (n != area_is_taken(block))
			return 0;
	}
	return 1;
}
