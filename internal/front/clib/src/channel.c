/*
 * channel.c - descriptors with both ends in the program: pipes, pairs of sockets, eventfd.
 *
 * Descriptor HEDDLE_FIRST_CHANNEL + 2 i reads from channel i. It also writes to it or, for a
 * pair of sockets, to the other's. The next descriptor writes to channel i of a pipe. A channel
 * holds up to KEPT bytes in the order of their writes. A read waits for the first byte and takes
 * as many bytes as are there, at most those of the request. A channel that got more bytes, or
 * that separates messages, is vague until it is empty: it knows the number of its bytes, and a
 * read takes some, of any value. Writes never wait: tests write less than there is room for.
 * Order: a write happens before every later read of the channel that takes bytes (channel 0).
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);

enum { CHANNELS = 16, KEPT = 16 };

static struct __heddle_channel {
	unsigned long long held; /* bytes, or the value of an eventfd */
	int peer;                /* the channel that its first descriptor writes to */
	_Bool counter;           /* an eventfd */
	_Bool single;            /* EFD_SEMAPHORE: a read takes one */
	_Bool nonblocking;       /* a read of nothing fails */
	_Bool closed;            /* nobody writes any more: a read of nothing yields nothing */
	_Bool messages;          /* sockets that are no streams */
	_Bool vague;             /* the bytes are not known */
	unsigned first;          /* where the first byte is kept */
	char bytes[KEPT];
} __heddle_channels[CHANNELS];

static int __heddle_opened;

/* A new channel. Inside a section. */
int __heddle_open_channel(int flags)
{
	int i = __heddle_opened;

	HEDDLE_SHARE();
	if (i == CHANNELS)
		__heddle_unsupported("more than 16 channels of pipes, pairs of sockets and eventfd");
	__heddle_opened = i + 1;
	__heddle_channels[i].peer = i;
	__heddle_channels[i].nonblocking = (flags & O_NONBLOCK) != 0;
	return i;
}

int pipe2(int fds[2], int flags)
{
	int i;

	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	i = __heddle_open_channel(flags);
	__heddle_atomic_end();
	fds[0] = HEDDLE_FIRST_CHANNEL + 2 * i;
	fds[1] = fds[0] + 1;
	return 0;
}

int pipe(int fds[2])
{
	return pipe2(fds, 0);
}

int socketpair(int domain, int type, int protocol, int fds[2])
{
	int i, j;

	(void)domain, (void)protocol;
	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	i = __heddle_open_channel(type);
	j = __heddle_open_channel(type);
	__heddle_channels[i].messages = (type & 15) != SOCK_STREAM;
	__heddle_channels[j].messages = (type & 15) != SOCK_STREAM;
	__heddle_channels[i].peer = j;
	__heddle_channels[j].peer = i;
	__heddle_atomic_end();
	fds[0] = HEDDLE_FIRST_CHANNEL + 2 * i;
	fds[1] = HEDDLE_FIRST_CHANNEL + 2 * j;
	return 0;
}

int eventfd(unsigned initial, int flags)
{
	int i;

	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	i = __heddle_open_channel(flags);
	__heddle_channels[i].counter = 1;
	__heddle_channels[i].single = (flags & EFD_SEMAPHORE) != 0;
	__heddle_channels[i].held = initial;
	__heddle_atomic_end();
	return HEDDLE_FIRST_CHANNEL + 2 * i;
}

/* A statement for each of KEPT bytes: sections have no loops, which some engines do not know there. */
#define FOUR(statement, i) statement(i) statement((i) + 1) statement((i) + 2) statement((i) + 3)
#define EACH(statement) FOUR(statement, 0u) FOUR(statement, 4u) FOUR(statement, 8u) FOUR(statement, 12u)

/* Moves bytes out of a channel that is not vague. Inside a section. */
static void __heddle_dequeue(struct __heddle_channel *c, char *to, unsigned n)
{
	unsigned first = c->first;

#define OUT(i) if (i < n) to[i] = c->bytes[(first + i) % KEPT];
	EACH(OUT)
	c->first = (first + n) % KEPT;
}

/* Moves bytes into a channel, unless it is or becomes vague. Inside a section. */
static void __heddle_enqueue(struct __heddle_channel *c, const char *from, size_t n)
{
	unsigned end = c->first + (unsigned)c->held;

	if (c->held == 0)
		c->vague = c->messages;
	if (n > KEPT || c->held + n > KEPT)
		c->vague = 1;
	if (!c->vague) {
#define IN(i) if (i < n) c->bytes[(end + i) % KEPT] = from[i];
		EACH(IN)
	}
}

/*
 * Takes up to n bytes out of a channel, of a counter its value; how many, or -1. The bytes go to a
 * buffer, unless the channel is vague.
 */
static long long __heddle_take(struct __heddle_channel *c, size_t n, char *to, _Bool *vague)
{
	unsigned long long held, taken = 0;
	_Bool fails;
	int cancelled;

	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	held = c->held;
	fails = c->nonblocking && !c->closed && held == 0;
	cancelled = HEDDLE_IS_CANCELLED(held > 0 || c->closed || fails);
	__heddle_block_until(held > 0 || c->closed || fails || cancelled, HEDDLE_BLOCK_INPUT);
	*vague = c->vague;
	if (held > 0 && !cancelled) {
		taken = c->counter || held < n ? held : n;
		if (c->single)
			taken = 1;
		else if (!c->counter && c->vague)
			taken = __heddle_pick(1, taken);
		else if (!c->counter)
			__heddle_dequeue(c, to, (unsigned)taken);
		c->held = held - taken;
		__heddle_recv(c, 0);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return fails ? __heddle_error(EAGAIN) : (long long)taken;
}

static ssize_t __heddle_read_channel(struct __heddle_channel *c, void *to, size_t n)
{
	char bytes[KEPT];
	eventfd_t value;
	long long taken;
	_Bool vague;

	if (c->counter && n < sizeof value)
		return __heddle_error(EINVAL);
	if (n == 0)
		return 0;
	taken = __heddle_take(c, n, bytes, &vague);
	if (taken < 0)
		return -1;
	if (c->counter) {
		value = (eventfd_t)taken;
		taken = sizeof value;
		for (unsigned i = 0; i < sizeof value; i++)
			((char *)to)[i] = ((char *)&value)[i];
	} else if (vague) {
		for (ssize_t i = 0; i < taken; i++)
			((char *)to)[i] = (char)__heddle_pick(0, 255);
	} else {
		for (ssize_t i = 0; i < taken; i++)
			((char *)to)[i] = bytes[i];
	}
	return (ssize_t)taken;
}

/* The greatest value of an eventfd is one less than that of its type. */
static ssize_t __heddle_write_counter(struct __heddle_channel *c, const char *from, size_t n)
{
	eventfd_t value;

	if (n < sizeof value)
		return __heddle_error(EINVAL);
	for (unsigned i = 0; i < sizeof value; i++)
		((char *)&value)[i] = from[i];
	if (value == (eventfd_t)-1)
		return __heddle_error(EINVAL);
	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	c->held += value;
	__heddle_send(c, 0);
	__heddle_atomic_end();
	return sizeof value;
}

static ssize_t __heddle_write_channel(struct __heddle_channel *c, const char *from, size_t n)
{
	char bytes[KEPT];
	size_t put = n;

	if (c->counter)
		return __heddle_write_counter(c, from, n);
	if (n > KEPT)
		__heddle_read_bytes(from, n);
	else
		for (size_t i = 0; i < n; i++)
			bytes[i] = from[i];
	if (__heddle_may_fail())
		return -1;
	if (n > KEPT)
		put = (size_t)__heddle_pick(1, n);
	__heddle_atomic_begin();
	__heddle_enqueue(c, bytes, n);
	c->held += put;
	__heddle_send(c, 0);
	__heddle_atomic_end();
	return (ssize_t)put;
}

ssize_t __heddle_channel(int fd, void *data, size_t n, int operation)
{
	int i = (fd - HEDDLE_FIRST_CHANNEL) / 2, ready;
	struct __heddle_channel *c;

	if (fd < HEDDLE_FIRST_CHANNEL || i >= CHANNELS)
		return HEDDLE_NO_CHANNEL;
	c = &__heddle_channels[i];
	switch (operation) {
	case HEDDLE_CHANNEL_READ:
		return __heddle_read_channel(c, data, n);
	case HEDDLE_CHANNEL_WRITE:
		return __heddle_write_channel(&__heddle_channels[c->peer], data, n);
	case HEDDLE_CHANNEL_CLOSE:
		__heddle_atomic_begin();
		if (fd & 1 || c->peer != i)
			__heddle_channels[c->peer].closed = 1;
		__heddle_atomic_end();
		return 0;
	case HEDDLE_CHANNEL_FLAGS:
		__heddle_atomic_begin();
		if (!(fd & 1)) /* writes never wait */
			c->nonblocking = (n & O_NONBLOCK) != 0;
		__heddle_atomic_end();
		return 0;
	case HEDDLE_CHANNEL_READABLE:
		__heddle_atomic_begin();
		ready = c->held > 0 || c->closed;
		__heddle_atomic_end();
		return ready;
	}
	__heddle_unsupported("a copy of a descriptor of a pipe, a pair of sockets or an eventfd");
	return -1;
}

int eventfd_read(int fd, eventfd_t *value)
{
	return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, eventfd_t value)
{
	return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
