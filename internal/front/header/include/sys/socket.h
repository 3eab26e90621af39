/* <sys/socket.h>, POSIX */
#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H

#include <heddle/types.h>
#include <sys/types.h>
#include <sys/uio.h>

typedef unsigned socklen_t;
typedef unsigned short sa_family_t;

struct sockaddr {
	sa_family_t sa_family;
	char sa_data[14];
};
struct sockaddr_storage {
	sa_family_t ss_family;
	char __padding[128 - sizeof(sa_family_t) - sizeof(unsigned long)];
	unsigned long __align;
};
struct msghdr {
	void *msg_name;
	socklen_t msg_namelen;
	struct iovec *msg_iov;
	size_t msg_iovlen;
	void *msg_control;
	size_t msg_controllen;
	int msg_flags;
};
#ifdef _GNU_SOURCE
struct mmsghdr {
	struct msghdr msg_hdr;
	unsigned msg_len;
};
#endif
struct linger {
	int l_onoff;
	int l_linger;
};

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000
#define PF_UNSPEC 0
#define PF_LOCAL 1
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define AF_UNSPEC PF_UNSPEC
#define AF_LOCAL PF_LOCAL
#define AF_UNIX PF_UNIX
#define AF_INET PF_INET
#define AF_INET6 PF_INET6
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
#define MSG_TRUNC 0x20
#define MSG_CTRUNC 0x8
#define MSG_EOR 0x80
#define MSG_MORE 0x8000
#define MSG_CMSG_CLOEXEC 0x40000000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int fds[2]);
int bind(int fd, const struct sockaddr *address, socklen_t n);
int listen(int fd, int backlog);
int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict n);
int connect(int fd, const struct sockaddr *address, socklen_t n);
ssize_t send(int fd, const void *buffer, size_t n, int flags);
ssize_t recv(int fd, void *buffer, size_t n, int flags);
ssize_t sendto(int fd, const void *buffer, size_t n, int flags, const struct sockaddr *to, socklen_t len);
ssize_t recvfrom(int fd, void *restrict buffer, size_t n, int flags, struct sockaddr *restrict from,
		 socklen_t *restrict len);
ssize_t sendmsg(int fd, const struct msghdr *message, int flags);
ssize_t recvmsg(int fd, struct msghdr *message, int flags);
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict n);
int setsockopt(int fd, int level, int name, const void *value, socklen_t n);
int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict n);
int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict n);
int shutdown(int fd, int how);

int sockatmark(int fd);

#define AF_ALG 38
#define AF_BLUETOOTH 31
#define AF_CAN 29
#define AF_NETLINK 16
#define AF_PACKET 17
#define AF_ROUTE 16
#define AF_VSOCK 40
#define AF_XDP 44
#define MSG_BATCH 0x40000
#define MSG_CONFIRM 2048
#define MSG_DONTROUTE 4
#define MSG_ERRQUEUE 0x2000
#define MSG_FASTOPEN 0x20000000
#define MSG_WAITFORONE 0x10000
#define MSG_ZEROCOPY 0x4000000
#define PF_NETLINK 16
#define PF_PACKET 17
#define PF_ROUTE 16
#define PF_VSOCK 40
#define SCM_CREDENTIALS 2
#define SCM_RIGHTS 1
#define SOCK_DCCP 6
#define SOCK_PACKET 10
#define SOCK_RDM 4
#define SOL_NETLINK 270
#define SOL_PACKET 263
#define SOL_RAW 255
#define SOL_TLS 282
#define SO_ACCEPTCONN 30
#define SO_ATTACH_FILTER 26
#define SO_BINDTODEVICE 25
#define SO_BUSY_POLL 46
#define SO_DOMAIN 39
#define SO_DONTROUTE 5
#define SO_LOCK_FILTER 44
#define SO_MARK 36
#define SO_OOBINLINE 10
#define SO_PASSCRED 16
#define SO_PEERCRED 17
#define SO_PRIORITY 12
#define SO_PROTOCOL 38
#define SO_RCVBUFFORCE 33
#define SO_RCVLOWAT 18
#define SO_RXQ_OVFL 40
#define SO_SNDBUFFORCE 32
#define SO_SNDLOWAT 19
#define SO_TIMESTAMP 29

struct cmsghdr {
	size_t cmsg_len;
	int cmsg_level;
	int cmsg_type;
	unsigned char __cmsg_data[];
};
#define CMSG_ALIGN(n) (((n) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(n) (CMSG_ALIGN(n) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(n) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (n))
#define CMSG_DATA(c) ((c)->__cmsg_data)
#define CMSG_FIRSTHDR(m) \
	((size_t)(m)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(m)->msg_control : (struct cmsghdr *)0)
/* The next one, if all of it is in the message. */
static __inline struct cmsghdr *__cmsg_nxthdr(struct msghdr *__m, struct cmsghdr *__c)
{
	unsigned char *__end = (unsigned char *)__m->msg_control + __m->msg_controllen;
	struct cmsghdr *__next = (struct cmsghdr *)((unsigned char *)__c + CMSG_ALIGN(__c->cmsg_len));

	if (__c->cmsg_len < sizeof(struct cmsghdr) || (unsigned char *)(__next + 1) > __end ||
	    (unsigned char *)__next + CMSG_ALIGN(__next->cmsg_len) > __end)
		return (struct cmsghdr *)0;
	return __next;
}
#define CMSG_NXTHDR(m, c) __cmsg_nxthdr((m), (c))

#endif
