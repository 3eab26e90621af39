/*
 * transfer.c - how bytes enter and leave channels. A channel holds up to KEPT bytes in the order of their writes. A read waits for
 * the first byte and takes as many bytes as are there, at most those of the request. A channel that got more bytes is vague until it
 * is empty: it knows the number of its bytes, and they are any. Writes never wait, but those to an eventfd: for a channel that could be
 * full, they are unsupported. Order: a write or the close of the last descriptor for writing happens before every later read of the
 * channel that takes bytes or finds the end (channel 0).
 */
#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include "channel.h"
#include "transfer.h"
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

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

/*
 * Takes up to n bytes out of a channel, of a counter its value: how many, or -1. The bytes go to a
 * buffer, unless the channel is vague. Interrupted: signals wait for the thread, and nothing was taken.
 */
static long long __heddle_take(struct __heddle_channel *c, unsigned end, size_t n, char *to, _Bool *vague, int flags, int *interrupted)
{
	unsigned long long taken = 0;
	_Bool empty, reset, dry, fails;
	int cancelled, ends;

	__heddle_atomic_begin();
	empty = IS_EMPTY(c);
	reset = empty && c->reset;
	dry = empty && !c->ended && !reset;
	fails = dry && (flags & MSG_DONTWAIT || __heddle_nonblocking & end);
	cancelled = HEDDLE_IS_CANCELLED(!dry || fails);
	ends = !cancelled && HEDDLE_IS_INTERRUPTED(!dry || fails);
	__heddle_block_until(!dry || fails || cancelled || ends, HEDDLE_BLOCK_INPUT);
	*vague = c->vague;
	if (!fails && !cancelled && !ends) {
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
	*interrupted = ends;
	if (ends)
		return -1;
	if (reset)
		return __heddle_error(ECONNRESET);
	return fails ? __heddle_error(EAGAIN) : (long long)taken;
}

ssize_t __heddle_read_channel(struct __heddle_channel *c, unsigned end, void *to, size_t n, int flags)
{
	char bytes[KEPT];
	eventfd_t value;
	long long taken;
	_Bool vague;
	int interrupted;

	if (c->kind == HEDDLE_COUNTER && n < sizeof value)
		return __heddle_error(EINVAL);
	if (n == 0 && flags)
		__heddle_unsupported("recv of no bytes");
	if (n == 0)
		return 0;
	taken = __heddle_take(c, end, n, bytes, &vague, flags, &interrupted);
	if (__heddle_interrupted_hook)
		while (interrupted) {
			if (__heddle_interrupted_hook())
				return __heddle_error(EINTR);
			taken = __heddle_take(c, end, n, bytes, &vague, flags, &interrupted);
		}
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
ssize_t __heddle_write_counter(struct __heddle_channel *c, unsigned end, const char *from, size_t n)
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

ssize_t __heddle_write_channel(struct __heddle_channel *c, const char *from, size_t n, int flags)
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
