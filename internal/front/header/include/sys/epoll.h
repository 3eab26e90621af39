/* <sys/epoll.h>, Linux */
#ifndef _SYS_EPOLL_H
#define _SYS_EPOLL_H

#include <bits/types/sigset_t.h>

#define EPOLL_CLOEXEC 02000000
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLLIN 0x1
#define EPOLLPRI 0x2
#define EPOLLOUT 0x4
#define EPOLLERR 0x8
#define EPOLLHUP 0x10
#define EPOLLRDHUP 0x2000
#define EPOLLEXCLUSIVE (1U << 28)
#define EPOLLWAKEUP (1U << 29)
#define EPOLLONESHOT (1U << 30)
#define EPOLLET (1U << 31)

typedef union epoll_data {
	void *ptr;
	int fd;
	unsigned u32;
	unsigned long long u64;
} epoll_data_t;

struct epoll_event {
	unsigned events;
	epoll_data_t data;
} __attribute__((packed));

int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event);
int epoll_wait(int epfd, struct epoll_event *events, int n, int timeout);
int epoll_pwait(int epfd, struct epoll_event *events, int n, int timeout, const sigset_t *mask);

#define EPOLLMSG 1024
#define EPOLLRDBAND 128
#define EPOLLRDNORM 64
#define EPOLLWRBAND 512
#define EPOLLWRNORM 256

#endif
