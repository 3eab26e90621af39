/* <sys/stat.h>, POSIX */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H

#include <heddle/mode.h>
#include <sys/types.h>
#include <bits/types/struct_timespec.h>

#ifdef __LP64__
struct stat {
	dev_t st_dev;
	ino_t st_ino;
	nlink_t st_nlink;
	mode_t st_mode;
	uid_t st_uid;
	gid_t st_gid;
	int __pad;
	dev_t st_rdev;
	off_t st_size;
	blksize_t st_blksize;
	blkcnt_t st_blocks;
	struct timespec st_atim;
	struct timespec st_mtim;
	struct timespec st_ctim;
	long __rest[3];
};
#else
struct stat {
	dev_t st_dev;
	unsigned short __pad1;
	ino_t st_ino;
	mode_t st_mode;
	nlink_t st_nlink;
	uid_t st_uid;
	gid_t st_gid;
	dev_t st_rdev;
	unsigned short __pad2;
	off_t st_size;
	blksize_t st_blksize;
	blkcnt_t st_blocks;
	struct timespec st_atim;
	struct timespec st_mtim;
	struct timespec st_ctim;
	unsigned long __rest[2];
};
#endif
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec

#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)

int stat(const char *restrict path, struct stat *restrict s);
int lstat(const char *restrict path, struct stat *restrict s);
int fstat(int fd, struct stat *s);
int chmod(const char *path, mode_t mode);
int fchmod(int fd, mode_t mode);
int mkdir(const char *path, mode_t mode);
int mkfifo(const char *path, mode_t mode);
mode_t umask(mode_t mask);

#define S_TYPEISMQ(s) ((s)->st_mode - (s)->st_mode)
#define S_TYPEISSEM(s) ((s)->st_mode - (s)->st_mode)
#define S_TYPEISSHM(s) ((s)->st_mode - (s)->st_mode)
#define UTIME_NOW ((1L << 30) - 1L)
#define UTIME_OMIT ((1L << 30) - 2L)

int fstatat(int dir, const char *restrict path, struct stat *restrict s, int flags);
int fchmodat(int dir, const char *path, mode_t mode, int flags);
int mkdirat(int dir, const char *path, mode_t mode);
int mkfifoat(int dir, const char *path, mode_t mode);
int mknod(const char *path, mode_t mode, dev_t device);
int mknodat(int dir, const char *path, mode_t mode, dev_t device);
int futimens(int fd, const struct timespec times[2]);
int utimensat(int dir, const char *path, const struct timespec times[2], int flags);

#define ACCESSPERMS 511
#define ALLPERMS 4095
#define DEFFILEMODE 438
#define S_BLKSIZE 512
#define S_IEXEC 64
#define S_IREAD 256
#define S_IWRITE 128

#endif
