/* <poll.h>, POSIX */
#ifndef _POLL_H
#define _POLL_H

#include <bits/types/struct_timespec.h>
#include <bits/types/sigset_t.h>

typedef unsigned long nfds_t;
struct pollfd {
	int fd;
	short events;
	short revents;
};
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
#define POLLRDNORM 0x40
#define POLLRDBAND 0x80
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200
#ifdef _GNU_SOURCE
#define POLLRDHUP 0x2000
#endif

int poll(struct pollfd *fds, nfds_t n, int timeout);
#ifdef _GNU_SOURCE
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask);
#endif

#define POLLMSG 1024
#define POLLREMOVE 4096

#endif
