/*
 * channel.c - descriptors with both ends in the program: pipes, pairs of sockets, eventfd.
 *
 * Descriptor HEDDLE_FIRST_CHANNEL + 2 i reads from channel i. It also writes to it or, for a
 * pair of sockets, to the other's. The next descriptor writes to channel i of a pipe. Copies of a
 * descriptor are HEDDLE_ENDS apart. Numbers of closed ends are not used again. A channel
 * holds up to KEPT bytes in the order of their writes. A read waits for the first byte and takes
 * as many bytes as are there, at most those of the request. A channel that got more bytes
 * is vague until it is empty: it knows the number of its bytes, and they are any.
 * Writes never wait, but those to an eventfd: for a channel that could be full, they are unsupported.
 * Order: a write or the close of the last descriptor for writing happens before every later read
 * of the channel that takes bytes or finds the end (channel 0).
 *
 * poll and its like are in ready.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);

enum {
	CHANNELS = HEDDLE_ENDS / 2,
	KEPT = 16,
	MESSAGES = 8,
	/* Linux has room for so many bytes in whatever parts, and for so many parts of a socket. */
	ROOM = 32768,
	PARTS = 128
};

/* The greatest value of an eventfd. */
#define MAX_COUNT 0xfffffffffffffffeull

static struct __heddle_channel {
	unsigned long long held; /* bytes, or the value of an eventfd */
	int peer;                /* the channel that its first descriptor writes to */
	int kind;
	_Bool single;            /* EFD_SEMAPHORE: a read takes one */
	_Bool ended;             /* there are no more writes: a read of nothing yields nothing */
	_Bool broken;            /* there are no more reads: a write fails */
	_Bool reset;             /* the other end was closed with bytes unread: a read fails */
	_Bool vague;             /* the bytes are not known */
	unsigned first;          /* where the first byte is kept */
	unsigned parts;          /* messages, or writes to a stream socket since it was empty */
	unsigned next;           /* the first message */
	size_t lengths[MESSAGES];
	char bytes[KEPT];
} __heddle_channels[CHANNELS];

static int __heddle_opened;

/* Of each end: whether its operations fail instead of waiting. */
static unsigned __heddle_nonblocking;

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

/* A statement for each of KEPT bytes: sections have no loops, which some engines do not know there. */
#define FOUR(statement, i) statement(i) statement((i) + 1) statement((i) + 2) statement((i) + 3)
#define EACH(statement) FOUR(statement, 0) FOUR(statement, 4) FOUR(statement, 8) FOUR(statement, 12)

char __heddle_forgotten_byte(void)
{
	return (char)__heddle_pick(0, 255);
}

/*
 * Takes at most n bytes out of a channel, unless flags say that they stay: how many. The bytes go to a
 * buffer, unless the channel is vague. The rest of a message is lost. Inside a section.
 */
static size_t __heddle_dequeue(struct __heddle_channel *c, size_t n, char *to, int flags)
{
	size_t taken = c->held < n ? (size_t)c->held : n, gone;
	unsigned first = c->first;

	gone = taken;
	if (c->kind & HEDDLE_MESSAGES) {
		gone = c->lengths[c->next];
		taken = gone < n ? gone : n;
	}
	if (!c->vague) {
#define OUT(i) if ((unsigned)(i) < taken) to[i] = c->bytes[(first + (unsigned)(i)) % KEPT];
		EACH(OUT)
	}
	if (flags & MSG_PEEK)
		return taken;
	c->first = (first + (unsigned)gone) % KEPT;
	c->held -= gone;
	if (c->kind & HEDDLE_MESSAGES) {
		c->next = (c->next + 1) % MESSAGES;
		c->parts--;
	} else if (c->held == 0) {
		c->parts = 0;
	}
	return taken;
}

/* Moves bytes into a channel; whether there is certainly room for them. Inside a section. */
static _Bool __heddle_enqueue(struct __heddle_channel *c, const char *from, size_t n)
{
	unsigned end = c->first + (unsigned)c->held;

	if (c->held + n > ROOM || c->parts == (c->kind & HEDDLE_MESSAGES ? MESSAGES : PARTS))
		return 0;
	if (c->held == 0)
		c->vague = 0;
	if (c->held + n > KEPT)
		c->vague = 1;
	if (!c->vague) {
#define IN(i) if ((unsigned)(i) < n) c->bytes[(end + (unsigned)(i)) % KEPT] = from[i];
		EACH(IN)
	}
	c->held += n;
	if (c->kind & HEDDLE_MESSAGES)
		c->lengths[(c->next + c->parts) % MESSAGES] = n;
	if (c->kind & HEDDLE_SOCKETS)
		c->parts++;
	return 1;
}

/* Whether a read of a channel would wait. Inside a section. */
#define IS_EMPTY(c) ((c)->kind & HEDDLE_MESSAGES ? (c)->parts == 0 : (c)->held == 0)

/*
 * Takes up to n bytes out of a channel, of a counter its value: how many, or -1. The bytes go to a
 * buffer, unless the channel is vague.
 */
static long long __heddle_take(struct __heddle_channel *c, unsigned end, size_t n, char *to, _Bool *vague, int flags)
{
	unsigned long long taken = 0;
	_Bool empty, reset, dry, fails;
	int cancelled;

	__heddle_atomic_begin();
	empty = IS_EMPTY(c);
	reset = empty && c->reset;
	dry = empty && !c->ended && !reset;
	fails = dry && (flags & MSG_DONTWAIT || __heddle_nonblocking & end);
	cancelled = HEDDLE_IS_CANCELLED(!dry || fails);
	__heddle_block_until(!dry || fails || cancelled, HEDDLE_BLOCK_INPUT);
	*vague = c->vague;
	if (!fails && !cancelled) {
		if (reset) {
			c->reset = 0;
		} else if (c->kind == HEDDLE_COUNTER) {
			taken = c->single ? 1 : c->held;
			c->held -= taken;
		} else if (!empty) {
			taken = __heddle_dequeue(c, n, to, flags);
		}
		__heddle_recv(c, 0);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (reset)
		return __heddle_error(ECONNRESET);
	return fails ? __heddle_error(EAGAIN) : (long long)taken;
}

static ssize_t __heddle_read_channel(struct __heddle_channel *c, unsigned end, void *to, size_t n, int flags)
{
	char bytes[KEPT];
	eventfd_t value;
	long long taken;
	_Bool vague;

	if (c->kind == HEDDLE_COUNTER && n < sizeof value)
		return __heddle_error(EINVAL);
	if (n == 0 && flags)
		__heddle_unsupported("recv of no bytes");
	if (n == 0)
		return 0;
	taken = __heddle_take(c, end, n, bytes, &vague, flags);
	if (taken == -1) /* great values of a counter are below 0, too */
		return -1;
	if (c->kind == HEDDLE_COUNTER) {
		value = (eventfd_t)taken;
		taken = sizeof value;
		for (unsigned i = 0; i < sizeof value; i++)
			((char *)to)[i] = ((char *)&value)[i];
	} else if (vague) {
		for (ssize_t i = 0; i < taken; i++)
			((char *)to)[i] = __heddle_forgotten_byte();
	} else {
		for (ssize_t i = 0; i < taken; i++)
			((char *)to)[i] = bytes[i];
	}
	return (ssize_t)taken;
}

/* Waits until the value does not become greater than the greatest. */
static ssize_t __heddle_write_counter(struct __heddle_channel *c, unsigned end, const char *from, size_t n)
{
	eventfd_t value;
	_Bool room, fails;
	int cancelled;

	if (n < sizeof value)
		return __heddle_error(EINVAL);
	for (unsigned i = 0; i < sizeof value; i++)
		((char *)&value)[i] = from[i];
	if (value > MAX_COUNT)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	room = c->held <= MAX_COUNT - value;
	fails = !room && __heddle_nonblocking & end;
	cancelled = HEDDLE_IS_CANCELLED(room || fails);
	__heddle_block_until(room || fails || cancelled, HEDDLE_BLOCK_INPUT);
	if (room && !cancelled) {
		c->held += value;
		__heddle_send(c, 0);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return fails ? __heddle_error(EAGAIN) : (ssize_t)sizeof value;
}

static ssize_t __heddle_write_channel(struct __heddle_channel *c, const char *from, size_t n, int flags)
{
	char bytes[KEPT];
	_Bool broken, room = 1;

	if (n > KEPT)
		__heddle_read_bytes(from, n);
	else
		for (size_t i = 0; i < n; i++)
			bytes[i] = from[i];
	if (n == 0 && !(c->kind & HEDDLE_MESSAGES))
		return 0;
	__heddle_atomic_begin();
	broken = c->broken;
	if (!broken) {
		room = __heddle_enqueue(c, bytes, n);
		__heddle_send(c, 0);
	}
	__heddle_atomic_end();
	if (!room)
		__heddle_unsupported("a write to a pipe or a socket that may be full");
	if (!broken)
		return (ssize_t)n;
	if (c->kind & HEDDLE_MESSAGES)
		__heddle_unsupported("a message to a socket that is shut");
	if (!(flags & MSG_NOSIGNAL))
		raise(SIGPIPE);
	return __heddle_error(EPIPE);
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
	return c->kind == HEDDLE_EPOLL ? __heddle_error(EINVAL) : 0;
}

ssize_t __heddle_read_end(int fd, void *to, size_t n, int flags)
{
	int why = __heddle_cannot_move(fd, O_WRONLY, flags);

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
