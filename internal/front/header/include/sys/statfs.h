/* <sys/statfs.h>, Linux */
#ifndef _SYS_STATFS_H
#define _SYS_STATFS_H

#include <sys/types.h>

struct statfs {
	long f_type;
	long f_bsize;
	fsblkcnt_t f_blocks;
	fsblkcnt_t f_bfree;
	fsblkcnt_t f_bavail;
	fsfilcnt_t f_files;
	fsfilcnt_t f_ffree;
	struct {
		int __values[2];
	} f_fsid;
	long f_namelen;
	long f_frsize;
	long f_flags;
	long __rest[4];
};

int statfs(const char *path, struct statfs *to);
int fstatfs(int fd, struct statfs *to);

#endif
