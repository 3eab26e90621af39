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
#define O_DSYNC 010000
#define O_RSYNC O_SYNC
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
ssize_t splice(int fd, long long *from, int to_fd, long long *to, size_t n, unsigned flags);
ssize_t tee(int fd, int to_fd, size_t n, unsigned flags);
#endif

#endif
