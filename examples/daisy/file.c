// Files: names for inodes.
//
// A name is a small number; the directory has a byte for each. A file's lock is
// held while that byte is accessed, and while the file is created or unlinked.
// A thread that has opened a file has its inode as a handle. Its operations fail
// once the file is unlinked.
#include "daisy.h"

// entry returns the inode of a name, or DAISY_MISSING; the caller has the file's
// lock.
static int entry(int name)
{
	int inode;

	inode = disk_read(DIRECTORY_START + name);
	return inode == 0 ? DAISY_MISSING : inode - 1;
}

static void set_entry(int name, int inode)
{
	disk_write(DIRECTORY_START + name, (unsigned char)(inode + 1));
}

static void clear_entry(int name)
{
	disk_write(DIRECTORY_START + name, 0);
}

// daisy_create makes an empty file and returns a handle of it, or DAISY_EXISTS or
// DAISY_FULL.
int daisy_create(int name)
{
	int inode;

	acquire(&file_locks[name]);
	if (entry(name) >= 0) {
		inode = DAISY_EXISTS;
	} else {
		inode = inode_create(name);
		if (inode >= 0)
			set_entry(name, inode);
	}
	release(&file_locks[name]);
	return inode;
}

// daisy_open returns a handle of a file, or DAISY_MISSING.
int daisy_open(int name)
{
	int inode;

	acquire(&file_locks[name]);
	inode = entry(name);
	if (inode >= 0)
		inode = inode_open(inode);
	release(&file_locks[name]);
	return inode;
}

// daisy_read returns a byte of an open file, or DAISY_MISSING or DAISY_RANGE.
int daisy_read(int handle, int offset)
{
	return inode_read(handle, offset);
}

// daisy_write changes a byte of an open file and returns 0, or DAISY_MISSING or
// DAISY_RANGE.
int daisy_write(int handle, int offset, unsigned char byte)
{
	return inode_write(handle, offset, byte);
}

// daisy_unlink removes a file and returns 0, or DAISY_MISSING.
int daisy_unlink(int name)
{
	int inode, status;

	acquire(&file_locks[name]);
	status = entry(name);
	if (status >= 0) {
		inode = status;
		clear_entry(name);
		status = inode_unlink(inode);
	}
	release(&file_locks[name]);
	return status;
}
