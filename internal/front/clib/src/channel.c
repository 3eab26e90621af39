/*
 * channel.c - descriptors with both ends in the program: pipes, pairs of sockets, eventfd. transfer.c moves their bytes,
 * ready.c has poll and its like.
 *
 * Descriptor HEDDLE_FIRST_CHANNEL + 2 i reads from channel i. It also writes to it or, for a
 * pair of sockets, to the other's. The next descriptor writes to channel i of a pipe. Copies of a
 * descriptor are HEDDLE_ENDS apart. Numbers of closed ends are not used again.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include "channel.h"
#include "transfer.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);

struct __heddle_channel __heddle_channels[CHANNELS];

static int __heddle_opened;

unsigned __heddle_nonblocking;

/* Of each copy of each end: whether it is open, and whether exec closes it. */
static unsigned __heddle_open_ends[HEDDLE_COPIES];
static unsigned __heddle_exec[HEDDLE_COPIES];

/* Of each copy of each end: whether it was closed, and whether the running thread has closed it. */
static unsigned __heddle_closed_ends[HEDDLE_COPIES];
static _Thread_local unsigned __heddle_own_closes[HEDDLE_COPIES];

/* Makes a channel and opens the first descriptors of some of its two ends. Inside a section. */
static int __heddle_make_channel(int kind, int flags, unsigned ends)
{
	int i = __heddle_opened;

	if (kind == HEDDLE_EPOLL)
		HEDDLE_SHARE();
	if (i == CHANNELS)
		__heddle_unsupported("more than 16 channels of pipes, pairs of sockets, eventfd and epoll");
	__heddle_opened = i + 1;
	__heddle_channels[i].peer = i;
	__heddle_channels[i].kind = kind;
	__heddle_open_ends[0] |= ends << 2 * i;
	if (flags & O_NONBLOCK)
		__heddle_nonblocking |= ends << 2 * i;
	if (flags & O_CLOEXEC)
		__heddle_exec[0] |= ends << 2 * i;
	return i;
}

int __heddle_open_channel(int kind, int flags)
{
	int i;

	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	i = __heddle_make_channel(kind, flags, kind == HEDDLE_PIPE ? 3 : 1);
	__heddle_atomic_end();
	return HEDDLE_FIRST_CHANNEL + 2 * i;
}

int pipe2(int fds[2], int flags)
{
	int fd;

	if (flags & ~(O_NONBLOCK | O_CLOEXEC))
		__heddle_unsupported("pipe2 with other flags than O_NONBLOCK and O_CLOEXEC");
	fd = __heddle_open_channel(HEDDLE_PIPE, flags);
	if (fd == -1)
		return -1;
	fds[0] = fd;
	fds[1] = fd + 1;
	return 0;
}

int pipe(int fds[2])
{
	return pipe2(fds, 0);
}

int socketpair(int domain, int type, int protocol, int fds[2])
{
	int i, j, kind = HEDDLE_STREAM_SOCKET;

	if (domain != AF_UNIX)
		return __heddle_error(EOPNOTSUPP);
	switch (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) {
	case SOCK_STREAM:
		break;
	case SOCK_DGRAM:
		kind = HEDDLE_DATAGRAM_SOCKET;
		break;
	case SOCK_SEQPACKET:
		kind = HEDDLE_PACKET_SOCKET;
		break;
	default:
		__heddle_unsupported("socketpair of other types than streams, datagrams and sequences of packets");
	}
	if (protocol != 0 && protocol != AF_UNIX)
		return __heddle_error(EPROTONOSUPPORT);
	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	i = __heddle_make_channel(kind, type, 1);
	j = __heddle_make_channel(kind, type, 1);
	__heddle_channels[i].peer = j;
	__heddle_channels[j].peer = i;
	__heddle_atomic_end();
	fds[0] = HEDDLE_FIRST_CHANNEL + 2 * i;
	fds[1] = HEDDLE_FIRST_CHANNEL + 2 * j;
	return 0;
}

int eventfd(unsigned initial, int flags)
{
	struct __heddle_channel *c;
	int fd;

	if (flags & ~(EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE))
		return __heddle_error(EINVAL);
	fd = __heddle_open_channel(HEDDLE_COUNTER, flags);
	if (fd == -1)
		return -1;
	c = &__heddle_channels[(fd - HEDDLE_FIRST_CHANNEL) / 2];
	__heddle_atomic_begin();
	c->single = (flags & EFD_SEMAPHORE) != 0;
	c->held = initial;
	__heddle_atomic_end();
	return fd;
}

/* There are no more writes to a channel, or no more reads. Inside a section. */
static void __heddle_end_writes(struct __heddle_channel *c)
{
	c->ended = 1;
	__heddle_send(c, 0);
}

/* The last descriptor of an end is closed. Inside a section. */
static void __heddle_end_of(struct __heddle_channel *c, int end)
{
	struct __heddle_channel *peer = &__heddle_channels[c->peer];

	if (c->kind == HEDDLE_PIPE && end & 1) {
		__heddle_end_writes(c);
	} else if (c->kind == HEDDLE_PIPE) {
		c->broken = 1;
	} else if (c->kind & HEDDLE_SOCKETS) {
		c->broken = 1;
		if (c->kind != HEDDLE_DATAGRAM_SOCKET) {
			peer->reset = !IS_EMPTY(c);
			__heddle_end_writes(peer);
		}
	}
}

#define OPEN_ENDS (__heddle_open_ends[0] | __heddle_open_ends[1] | __heddle_open_ends[2] | __heddle_open_ends[3])

/* Of each end: how many processes beside one have it open. */
static unsigned char __heddle_sharers[HEDDLE_ENDS];

_Bool (*__heddle_keep_end_hook)(int end);

_Bool __heddle_keep_end(int end)
{
	if (__heddle_sharers[end] == 0)
		return 0;
	__heddle_sharers[end]--;
	return 1;
}

void __heddle_inherit_ends(void)
{
	__heddle_share(__heddle_channels);
	__heddle_share(__heddle_sharers);
	__heddle_share(&__heddle_opened);
	__heddle_share(&__heddle_nonblocking);
	for (int i = 0; i < HEDDLE_ENDS; i++)
		__heddle_sharers[i] += OPEN_ENDS >> i & 1;
}

void __heddle_leave_ends(void)
{
	for (int i = 0; i < HEDDLE_ENDS; i++)
		if (OPEN_ENDS >> i & 1 && !__heddle_keep_end(i))
			__heddle_end_of(&__heddle_channels[i / 2], i);
}

/* Whether a descriptor is open. Property resource reports a use after its close by another thread. Inside a section. */
static _Bool __heddle_open_end(int fd)
{
	unsigned end = HEDDLE_END_BIT(fd), copy = HEDDLE_COPY_OF(fd);

	__heddle_assert(!(__heddle_closed_ends[copy] & ~__heddle_own_closes[copy] & end),
			"descriptor used after another thread closed it", HEDDLE_PROPERTY_RESOURCE);
	return (__heddle_open_ends[copy] & end) != 0;
}

static int __heddle_close_channel(struct __heddle_channel *c, int fd)
{
	unsigned end = HEDDLE_END_BIT(fd), copy = HEDDLE_COPY_OF(fd);
	_Bool open;

	__heddle_atomic_begin();
	open = __heddle_open_end(fd);
	__heddle_open_ends[copy] &= ~end;
	if (open) {
		__heddle_closed_ends[copy] |= end;
		__heddle_own_closes[copy] |= end;
	}
	if (open && !(OPEN_ENDS & end) && !(__heddle_keep_end_hook && __heddle_keep_end_hook((fd - HEDDLE_FIRST_CHANNEL) % HEDDLE_ENDS)))
		__heddle_end_of(c, fd - HEDDLE_FIRST_CHANNEL);
	__heddle_atomic_end();
	return open ? 0 : __heddle_error(EBADF);
}

static int __heddle_copy(int fd, size_t least)
{
	unsigned end = HEDDLE_END_BIT(fd);
	int copy = 0;

	__heddle_atomic_begin();
#define SKIP if (copy < HEDDLE_COPIES && __heddle_open_ends[copy] & end) copy++;
	SKIP SKIP SKIP SKIP
	if (copy < HEDDLE_COPIES) {
		__heddle_open_ends[copy] |= end;
		__heddle_closed_ends[copy] &= ~end;
		__heddle_exec[copy] &= ~end;
	}
	__heddle_atomic_end();
	if (copy == HEDDLE_COPIES)
		__heddle_unsupported("more than 4 descriptors of one end of a channel");
	fd += (copy - HEDDLE_COPY_OF(fd)) * HEDDLE_ENDS;
	if ((size_t)fd < least)
		__heddle_unsupported("a least descriptor for a copy");
	return fd;
}

/* Ends one or both directions of a socket; the bytes that it holds stay. */
static int __heddle_shut(struct __heddle_channel *c, size_t how)
{
	struct __heddle_channel *peer = &__heddle_channels[c->peer];

	if (!(c->kind & HEDDLE_SOCKETS))
		return __heddle_error(ENOTSOCK);
	if (how > SHUT_RDWR)
		return __heddle_error(EINVAL);
	if (c->kind == HEDDLE_DATAGRAM_SOCKET)
		__heddle_unsupported("shutdown of a socket for datagrams");
	__heddle_atomic_begin();
	if (how != SHUT_WR) {
		c->broken = 1;
		__heddle_end_writes(c);
	}
	if (how != SHUT_RD) {
		peer->broken = 1;
		__heddle_end_writes(peer);
	}
	__heddle_atomic_end();
	return 0;
}

ssize_t (*__heddle_read_signal_hook)(int channel, void *to, size_t n, _Bool waits);
_Bool (*__heddle_has_signal_hook)(int channel);

/* The states of all ends. Inside a section. */
void __heddle_note_ready(struct __heddle_ready *r)
{
	unsigned in = 0, out = 0, err = 0, hup = 0, rdhup = 0, epoll = 0;
	struct __heddle_channel *c;

#define NOTE(i)                                                                                       \
	c = &__heddle_channels[i];                                                                    \
	if (c->kind == HEDDLE_PIPE) {                                                                 \
		in |= (unsigned)(c->held > 0) << 2 * (i);                                             \
		hup |= (unsigned)c->ended << 2 * (i);                                                 \
		out |= 2u << 2 * (i);                                                                 \
		err |= 2u * c->broken << 2 * (i);                                                     \
	} else if (c->kind == HEDDLE_COUNTER) {                                                       \
		in |= (unsigned)(c->held > 0) << 2 * (i);                                             \
		out |= (unsigned)(c->held < MAX_COUNT) << 2 * (i);                                    \
	} else if (__heddle_has_signal_hook && c->kind == HEDDLE_SIGNALS) {                           \
		in |= (unsigned)__heddle_has_signal_hook(i) << 2 * (i);                               \
	} else if (c->kind == HEDDLE_EPOLL) {                                                         \
		epoll |= 1u << 2 * (i);                                                               \
	} else if (c->kind) {                                                                         \
		in |= (unsigned)(!IS_EMPTY(c) || c->ended) << 2 * (i);                                \
		out |= 1u << 2 * (i);                                                                 \
		err |= (unsigned)c->reset << 2 * (i);                                                 \
		hup |= (unsigned)(c->ended && __heddle_channels[c->peer].broken) << 2 * (i);          \
		rdhup |= (unsigned)c->ended << 2 * (i);                                               \
	}
	EACH(NOTE)
	r->in = in;
	r->out = out;
	r->err = err;
	r->hup = hup;
	r->rdhup = rdhup;
	r->epoll = epoll;
	r->open[0] = __heddle_open_ends[0];
	r->open[1] = __heddle_open_ends[1];
	r->open[2] = __heddle_open_ends[2];
	r->open[3] = __heddle_open_ends[3];
}

/* Gets or sets a bit of all ends. */
static int __heddle_flag(unsigned *flags, unsigned end, _Bool sets, _Bool value)
{
	unsigned old;

	__heddle_atomic_begin();
	old = *flags;
	if (sets)
		*flags = value ? old | end : old & ~end;
	__heddle_atomic_end();
	return (old & end) != 0;
}

/* The access mode of an end, as of open. */
static int __heddle_access(const struct __heddle_channel *c, int fd)
{
	if (c->kind != HEDDLE_PIPE)
		return O_RDWR;
	return (fd - HEDDLE_FIRST_CHANNEL) & 1 ? O_WRONLY : O_RDONLY;
}

static _Bool __heddle_is_open(int fd)
{
	_Bool open;

	__heddle_atomic_begin();
	open = __heddle_open_end(fd);
	__heddle_atomic_end();
	return open;
}

#define CHANNEL_OF(fd) (&__heddle_channels[((fd) - HEDDLE_FIRST_CHANNEL) % HEDDLE_ENDS / 2])

/* Why bytes cannot be moved, with the flags of recv or send: HEDDLE_NO_CHANNEL, or -1; 0: they can. */
static int __heddle_cannot_move(int fd, int forbidden, int flags)
{
	const struct __heddle_channel *c;

	if (!HEDDLE_IS_CHANNEL(fd))
		return HEDDLE_NO_CHANNEL;
	c = CHANNEL_OF(fd);
	if (!__heddle_is_open(fd))
		return __heddle_error(EBADF);
	if (flags && !(c->kind & HEDDLE_SOCKETS))
		return __heddle_error(ENOTSOCK);
	if (__heddle_access(c, fd) == forbidden)
		return __heddle_error(EBADF);
	if (c->kind == HEDDLE_SIGNALS && forbidden == O_RDONLY)
		return __heddle_error(EINVAL);
	return c->kind == HEDDLE_EPOLL ? __heddle_error(EINVAL) : 0;
}

ssize_t __heddle_read_end(int fd, void *to, size_t n, int flags)
{
	int why = __heddle_cannot_move(fd, O_WRONLY, flags);

	if (__heddle_read_signal_hook && !why && CHANNEL_OF(fd)->kind == HEDDLE_SIGNALS)
		return __heddle_read_signal_hook((int)(CHANNEL_OF(fd) - __heddle_channels), to, n,
						 !__heddle_flag(&__heddle_nonblocking, HEDDLE_END_BIT(fd), 0, 0));
	return why ? why : __heddle_read_channel(CHANNEL_OF(fd), HEDDLE_END_BIT(fd), to, n, flags);
}

ssize_t __heddle_write_end(int fd, const void *from, size_t n, int flags)
{
	int why = __heddle_cannot_move(fd, O_RDONLY, flags);

	if (why)
		return why;
	if (CHANNEL_OF(fd)->kind == HEDDLE_COUNTER)
		return __heddle_write_counter(CHANNEL_OF(fd), HEDDLE_END_BIT(fd), from, n);
	return __heddle_write_channel(&__heddle_channels[CHANNEL_OF(fd)->peer], from, n, flags);
}

ssize_t __heddle_channel(int fd, size_t n, int operation)
{
	struct __heddle_channel *c;
	unsigned end;

	if (!HEDDLE_IS_CHANNEL(fd))
		return HEDDLE_NO_CHANNEL;
	end = HEDDLE_END_BIT(fd);
	c = CHANNEL_OF(fd);
	if (operation == HEDDLE_CHANNEL_CLOSE)
		return __heddle_close_channel(c, fd);
	if (!__heddle_is_open(fd))
		return __heddle_error(EBADF);
	switch (operation) {
	case HEDDLE_CHANNEL_COPY:
		return __heddle_copy(fd, n);
	case HEDDLE_CHANNEL_COPY_TO:
		if (n != (size_t)fd)
			__heddle_unsupported("dup2 with a descriptor of a channel");
		return fd;
	case HEDDLE_CHANNEL_GET_FLAGS:
		return __heddle_access(c, fd) | (__heddle_flag(&__heddle_nonblocking, end, 0, 0) ? O_NONBLOCK : 0);
	case HEDDLE_CHANNEL_SET_FLAGS:
		__heddle_flag(&__heddle_nonblocking, end, 1, (n & O_NONBLOCK) != 0);
		return 0;
	case HEDDLE_CHANNEL_GET_EXEC:
		return __heddle_flag(&__heddle_exec[HEDDLE_COPY_OF(fd)], end, 0, 0);
	case HEDDLE_CHANNEL_SET_EXEC:
		__heddle_flag(&__heddle_exec[HEDDLE_COPY_OF(fd)], end, 1, n & 1);
		return 0;
	case HEDDLE_CHANNEL_SHUT:
		return __heddle_shut(c, n);
	}
	return c->kind;
}

int eventfd_read(int fd, eventfd_t *value)
{
	return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, eventfd_t value)
{
	return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
