/*
 * socket.c - sockets: calls may fail, what arrives is anything. Pairs of sockets are channels
 * (channel.c). Addresses of IPv4 are converted as by glibc.
 */
#include <errno.h>
#include <limits.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);
int __heddle_descriptor(void);
ssize_t __heddle_receive(void *to, size_t n);

int socket(int domain, int type, int protocol)
{
	(void)domain, (void)type, (void)protocol;
	return __heddle_descriptor();
}

/*
 * Accesses all bytes of an address and uses those of its family. Which others are used depends
 * on the family; copies are no uses.
 */
static void __heddle_read_address(const struct sockaddr *address, socklen_t length)
{
	const volatile char *s = (const volatile char *)address;
	volatile char copy, *to = &copy;

	for (socklen_t i = 0; i < length; i++)
		*to = s[i];
	if (length >= sizeof address->sa_family)
		__heddle_read_bytes(&address->sa_family, sizeof address->sa_family);
}

int bind(int fd, const struct sockaddr *address, socklen_t length)
{
	if (HEDDLE_REFUSED(fd, "bind", ENOTSOCK, 0))
		return -1;
	__heddle_read_address(address, length);
	return __heddle_may_fail();
}

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
	__heddle_cancellation_point();
	if (HEDDLE_REFUSED(fd, "connect", ENOTSOCK, 0))
		return -1;
	__heddle_read_address(address, length);
	return __heddle_may_fail();
}

int listen(int fd, int backlog)
{
	(void)backlog;
	if (HEDDLE_REFUSED(fd, "listen", ENOTSOCK, 0))
		return -1;
	return __heddle_may_fail();
}

/* Any address, as far as there is room for it; its length is that of all of it. */
static void __heddle_address(struct sockaddr *address, socklen_t *length)
{
	socklen_t room, n;

	if (!address)
		return;
	room = *length;
	n = (socklen_t)__heddle_pick(0, 128);
	for (socklen_t i = 0; i < n && i < room; i++)
		((char *)address)[i] = (char)__heddle_pick(0, 255);
	*length = n;
}

int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	__heddle_cancellation_point();
	if (HEDDLE_REFUSED(fd, "accept", ENOTSOCK, 0) || __heddle_may_fail())
		return -1;
	__heddle_address(address, length);
	return (int)__heddle_pick(3, HEDDLE_FIRST_CHANNEL - 1);
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	(void)flags;
	return accept(fd, address, length);
}

int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	if (HEDDLE_REFUSED(fd, "getsockname and getpeername", ENOTSOCK, 0) || __heddle_may_fail())
		return -1;
	__heddle_address(address, length);
	return 0;
}

int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return getsockname(fd, address, length);
}

int shutdown(int fd, int how)
{
	ssize_t code = __heddle_on_channel(fd, (size_t)how, HEDDLE_CHANNEL_SHUT);

	return code == HEDDLE_NO_CHANNEL ? __heddle_may_fail() : (int)code;
}

/* Flags that have a meaning for channels or need none. */
enum {
	OF_SEND = MSG_DONTWAIT | MSG_NOSIGNAL,
	OF_RECV = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_PEEK | MSG_CMSG_CLOEXEC
};

/* Whether a descriptor is of a channel; other flags than these are unsupported then. */
static _Bool __heddle_takes_flags(int fd, int flags, int known)
{
	if (__heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND) == HEDDLE_NO_CHANNEL)
		return 0;
	if (flags & ~known)
		__heddle_unsupported("flags of recv or send other than MSG_DONTWAIT, MSG_NOSIGNAL and MSG_PEEK");
	return 1;
}

ssize_t send(int fd, const void *from, size_t n, int flags)
{
	__heddle_cancellation_point();
	if (__heddle_takes_flags(fd, flags, OF_SEND))
		return __heddle_write_to(fd, from, n, flags | HEDDLE_OF_SOCKET);
	__heddle_read_bytes(from, n);
	return __heddle_may_fail() ? -1 : (ssize_t)__heddle_pick(0, n);
}

ssize_t recv(int fd, void *to, size_t n, int flags)
{
	__heddle_cancellation_point();
	if (__heddle_takes_flags(fd, flags, OF_RECV))
		return __heddle_read_from(fd, to, n, flags | HEDDLE_OF_SOCKET);
	return __heddle_receive(to, n);
}

ssize_t sendto(int fd, const void *from, size_t n, int flags, const struct sockaddr *address,
	       socklen_t length)
{
	if (address) {
		if (HEDDLE_REFUSED(fd, "sendto", ENOTSOCK, 0))
			return -1;
		__heddle_read_address(address, length);
	}
	return send(fd, from, n, flags);
}

/* The sizes of buffers have no effect on a pair of sockets: semantics 14.11 has the size of its channel. */
int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
	if (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_RCVBUF)) {
		ssize_t kind = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND);

		if (kind > 0 && kind & HEDDLE_SOCKETS) {
			__heddle_read_bytes(value, length);
			return 0;
		}
	}
	if (HEDDLE_REFUSED(fd, "setsockopt", ENOTSOCK, 0))
		return -1;
	__heddle_read_bytes(value, length);
	return __heddle_may_fail();
}

/* Any value that fills the room of the caller. */
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict length)
{
	(void)level, (void)name;
	if (HEDDLE_REFUSED(fd, "getsockopt", ENOTSOCK, 0) || __heddle_may_fail())
		return -1;
	for (socklen_t i = 0, n = *length; i < n; i++)
		((char *)value)[i] = (char)__heddle_pick(0, 255);
	return 0;
}

ssize_t recvfrom(int fd, void *restrict to, size_t n, int flags, struct sockaddr *restrict address,
		 socklen_t *restrict length)
{
	ssize_t got = recv(fd, to, n, flags);

	if (got < 0 || !address)
		return got;
	if (__heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND) == HEDDLE_NO_CHANNEL)
		__heddle_address(address, length);
	else
		*length = 0; /* it has none */
	return got;
}

/* Whether a message is for a channel, whose messages have one part, no address and nothing beside it. */
static _Bool __heddle_is_one_part(int fd, const struct msghdr *message)
{
	if (__heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND) == HEDDLE_NO_CHANNEL)
		return 0;
	if (message->msg_iovlen != 1 || message->msg_namelen || message->msg_controllen)
		__heddle_unsupported("message of several parts, with an address or with data beside it on a pair of sockets");
	return 1;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	size_t all = 0;

	if (__heddle_is_one_part(fd, message))
		return send(fd, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len, flags);
	__heddle_cancellation_point();
	if (message->msg_name)
		__heddle_read_address(message->msg_name, message->msg_namelen);
	__heddle_read_bytes(message->msg_control, message->msg_controllen);
	for (size_t i = 0; i < message->msg_iovlen; i++) {
		__heddle_read_bytes(message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
		all += message->msg_iov[i].iov_len;
	}
	return __heddle_may_fail() ? -1 : (ssize_t)__heddle_pick(0, all);
}

/* Nothing arrives beside the message's bytes: the length of the control data becomes 0. */
ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	ssize_t all = 0;

	message->msg_flags = 0;
	if (__heddle_is_one_part(fd, message))
		return recv(fd, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len, flags);
	__heddle_cancellation_point();
	for (size_t i = 0; i < message->msg_iovlen; i++) {
		ssize_t got = __heddle_receive(message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);

		if (got < 0)
			return -1;
		all += got;
		if ((size_t)got < message->msg_iov[i].iov_len)
			break;
	}
	__heddle_address(message->msg_name, &message->msg_namelen);
	message->msg_controllen = 0;
	return all;
}

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT, in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

/* The machine is little-endian, the network is not. */

uint32_t htonl(uint32_t x)
{
	return __builtin_bswap32(x);
}

uint32_t ntohl(uint32_t x)
{
	return __builtin_bswap32(x);
}

uint16_t htons(uint16_t x)
{
	return __builtin_bswap16(x);
}

uint16_t ntohs(uint16_t x)
{
	return __builtin_bswap16(x);
}

/* The value of a hexadecimal digit, or 16. */
static int __heddle_hexadecimal(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/*
 * The number that strtoul reads of a part of an address, at most 2^32, and where the number
 * ends: at s if there is none.
 */
static unsigned long long __heddle_part(const char *s, const char **end)
{
	unsigned long long value = 0;
	int base = 10;

	*end = s;
	if (*s == '0') {
		*end = ++s;
		base = 8;
		if ((*s | 32) == 'x') {
			base = 16;
			s++;
		}
	}
	for (; __heddle_hexadecimal(*s) < base; *end = ++s) {
		value = value * base + __heddle_hexadecimal(*s);
		if (value >> 32)
			value = 1ULL << 32;
	}
	return value;
}

/*
 * Reads one to four parts with dots in between, the last of which fills the bytes that are left: decimal,
 * octal behind 0, hexadecimal behind 0x, as inet_aton of glibc. White space may follow.
 */
static int __heddle_read_inet(const char *s, unsigned *address)
{
	unsigned long long value;
	unsigned high = 0;

	for (int i = 0; i < 4; i++) {
		const char *end;

		value = __heddle_part(s, &end);
		if (end == s)
			return 0;
		s = end;
		if (*s != '.' || i == 3) {
			if ((*s && !isspace((unsigned char)*s)) || value >= 1ULL << (32 - 8 * i))
				return 0;
			*address = high | (unsigned)value;
			return 1;
		}
		if (value > 255)
			return 0;
		high |= (unsigned)value << (24 - 8 * i);
		s++;
	}
	return 0;
}

int inet_aton(const char *s, struct in_addr *address)
{
	unsigned is;

	if (!__heddle_read_inet(s, &is))
		return 0;
	if (address)
		address->s_addr = htonl(is);
	return 1;
}

in_addr_t inet_addr(const char *s)
{
	unsigned is;

	return __heddle_read_inet(s, &is) ? htonl(is) : INADDR_NONE;
}

/* Four decimal numbers of up to three digits. */
static int __heddle_read_dotted(const char *s, unsigned char *to)
{
	for (int i = 0; i < 4; i++, s++) {
		int value = 0, digits = 0;

		for (; *s >= '0' && *s <= '9'; s++, digits++) {
			if (digits && value == 0)
				return 0;
			value = 10 * value + (*s - '0');
			if (value > 255)
				return 0;
		}
		if (!digits || *s != (i < 3 ? '.' : 0))
			return 0;
		to[i] = (unsigned char)value;
	}
	return 1;
}

/* Addresses of IPv6 are read, not understood. */
int inet_pton(int family, const char *restrict s, void *restrict address)
{
	unsigned char bytes[16];
	unsigned n = family == AF_INET ? 4 : 16;

	if (family != AF_INET && family != AF_INET6)
		return __heddle_error(EAFNOSUPPORT);
	if (family == AF_INET) {
		if (!__heddle_read_dotted(s, bytes))
			return 0;
	} else {
		__heddle_read_string(s, -1);
		if (__heddle_flip(HEDDLE_CHOOSE_IO))
			return 0;
		for (unsigned i = 0; i < n; i++)
			bytes[i] = (unsigned char)__heddle_pick(0, 255);
	}
	for (unsigned i = 0; i < n; i++)
		((unsigned char *)address)[i] = bytes[i];
	return 1;
}

/* The text of an address of IPv4; an address of IPv6 has the shortest text. */
const char *inet_ntop(int family, const void *restrict address, char *restrict s, socklen_t n)
{
	const unsigned char *a = address;
	char text[INET_ADDRSTRLEN];

	if (family == AF_INET) {
		socklen_t length = (socklen_t)snprintf(text, sizeof text, "%d.%d.%d.%d", a[0], a[1], a[2], a[3]);

		if (length >= n) {
			errno = ENOSPC;
			return 0;
		}
		return strcpy(s, text);
	}
	if (family != AF_INET6) {
		errno = EAFNOSUPPORT;
		return 0;
	}
	__heddle_read_bytes(address, 16);
	__heddle_approximates();
	if (n < 3) {
		errno = ENOSPC;
		return 0;
	}
	s[0] = ':';
	s[1] = ':';
	s[2] = 0;
	return s;
}
