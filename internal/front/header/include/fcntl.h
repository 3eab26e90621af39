/* <fcntl.h>, POSIX */
#ifndef _FCNTL_H
#define _FCNTL_H

#include <heddle/types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NDELAY O_NONBLOCK
#define O_SYNC 04010000
#define O_DIRECTORY 0200000
#define O_CLOEXEC 02000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 1030
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define FD_CLOEXEC 1
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

struct flock {
	short l_type;
	short l_whence;
	off_t l_start;
	off_t l_len;
	pid_t l_pid;
};

int open(const char *path, int flags, ...);
int openat(int dir, const char *path, int flags, ...);
int creat(const char *path, mode_t mode);
int fcntl(int fd, int command, ...);
int posix_fallocate(int fd, off_t offset, off_t n);
#ifdef _GNU_SOURCE
ssize_t splice(int fd, __INT64_TYPE__ *from, int to_fd, __INT64_TYPE__ *to, size_t n, unsigned flags);
ssize_t tee(int fd, int to_fd, size_t n, unsigned flags);
#endif

#define O_DSYNC 010000
#define O_RSYNC O_SYNC
#define O_NOFOLLOW 0400000
#define O_PATH 010000000
#define O_ASYNC 020000
#define F_GETOWN 9
#define F_SETOWN 8
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR 0x200
#define AT_SYMLINK_FOLLOW 0x400
#define AT_EACCESS 0x200
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5

int posix_fadvise(int fd, off_t offset, off_t n, int advice);

#endif
