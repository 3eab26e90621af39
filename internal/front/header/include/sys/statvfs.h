/* <sys/statvfs.h>, POSIX */
#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H

#include <sys/types.h>

struct statvfs {
	unsigned long f_bsize;
	unsigned long f_frsize;
	fsblkcnt_t f_blocks;
	fsblkcnt_t f_bfree;
	fsblkcnt_t f_bavail;
	fsfilcnt_t f_files;
	fsfilcnt_t f_ffree;
	fsfilcnt_t f_favail;
	unsigned long f_fsid;
#ifndef __LP64__
	int __pad;
#endif
	unsigned long f_flag;
	unsigned long f_namemax;
	int __rest[6];
};
#define ST_RDONLY 1
#define ST_NOSUID 2

int statvfs(const char *restrict path, struct statvfs *restrict to);
int fstatvfs(int fd, struct statvfs *to);

#endif
