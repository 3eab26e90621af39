/* <sys/uio.h>, POSIX */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <heddle/types.h>

struct iovec {
	void *iov_base;
	size_t iov_len;
};
ssize_t readv(int fd, const struct iovec *parts, int n);
ssize_t writev(int fd, const struct iovec *parts, int n);

#define RWF_APPEND 16
#define RWF_DSYNC 2
#define RWF_HIPRI 1
#define RWF_NOAPPEND 32
#define RWF_NOWAIT 8
#define RWF_SYNC 4
#define UIO_MAXIOV 1024

#endif
