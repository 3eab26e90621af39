/* <fcntl.h>, POSIX */
#ifndef _FCNTL_H
#define _FCNTL_H

#include <heddle/mode.h>
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

#define AT_EMPTY_PATH 4096
#define AT_NO_AUTOMOUNT 2048
#define AT_RECURSIVE 0x8000
#define AT_STATX_DONT_SYNC 0x4000
#define AT_STATX_FORCE_SYNC 0x2000
#define AT_STATX_SYNC_AS_STAT 0
#define AT_STATX_SYNC_TYPE 0x6000
#define DN_ACCESS 1
#define DN_ATTRIB 32
#define DN_CREATE 4
#define DN_DELETE 8
#define DN_MODIFY 2
#define DN_MULTISHOT 0x80000000U
#define DN_RENAME 16
#define FALLOC_FL_COLLAPSE_RANGE 8
#define FALLOC_FL_INSERT_RANGE 32
#define FALLOC_FL_KEEP_SIZE 1
#define FALLOC_FL_NO_HIDE_STALE 4
#define FALLOC_FL_PUNCH_HOLE 2
#define FALLOC_FL_UNSHARE_RANGE 64
#define FALLOC_FL_ZERO_RANGE 16
#define FAPPEND 1024
#define FASYNC 0x2000
#define FFSYNC 0x101000
#define FNDELAY 2048
#define FNONBLOCK 2048
#define F_ADD_SEALS 1033
#define F_EXLCK 4
#define F_GETLEASE 1025
#define F_GETOWN_EX 16
#define F_GETPIPE_SZ 1032
#define F_GETSIG 11
#define F_GET_FILE_RW_HINT 1037
#define F_GET_RW_HINT 1035
#define F_GET_SEALS 1034
#define F_NOTIFY 1026
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_SEAL_FUTURE_WRITE 16
#define F_SEAL_GROW 4
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_WRITE 8
#define F_SETLEASE 1024
#define F_SETOWN_EX 15
#define F_SETPIPE_SZ 1031
#define F_SETSIG 10
#define F_SET_FILE_RW_HINT 1038
#define F_SET_RW_HINT 1036
#define F_SHLCK 8
#define O_DIRECT 0x4000
#define O_FSYNC 0x101000
#ifdef __LP64__
#define O_LARGEFILE 0
#else
#define O_LARGEFILE 0100000
#endif
#define O_NOATIME 0x40000
#define O_TMPFILE 0x410000
#define SPLICE_F_GIFT 8
#define SPLICE_F_MORE 4
#define SPLICE_F_MOVE 1
#define SPLICE_F_NONBLOCK 2
#define SYNC_FILE_RANGE_WAIT_AFTER 4
#define SYNC_FILE_RANGE_WAIT_BEFORE 1
#define SYNC_FILE_RANGE_WRITE 2
#define SYNC_FILE_RANGE_WRITE_AND_WAIT 7

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

#endif
