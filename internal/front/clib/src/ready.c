/*
 * ready.c - waiting for descriptors: poll and select. Descriptors of channels have the events that
 * Linux reports; descriptors that lead outside have any events at any time. A wait without a time limit for
 * channels only waits for an event. It has no effect on the order of threads.
 */
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include "channel.h"
#include "intrinsics.h"
#include "thread.h"

int __heddle_may_fail(void);

#define ALL_IN (POLLIN | POLLRDNORM)
#define ALL_OUT (POLLOUT | POLLWRNORM)

/* The ends that a call waits for, and the events that it waits for there. */
struct __heddle_asked {
	unsigned in, out, rdhup;
	unsigned any;                 /* errors of these */
	unsigned copy[HEDDLE_COPIES]; /* the descriptors */
	_Bool outside;                /* there are other descriptors */
};

/* Adds a descriptor and events of poll. */
static void __heddle_ask_for(struct __heddle_asked *asked, int fd, unsigned events)
{
	unsigned end;

	if (!__heddle_channel_hook || !HEDDLE_IS_CHANNEL(fd)) {
		asked->outside = 1;
		return;
	}
	end = HEDDLE_END_BIT(fd);
	asked->any |= end;
	asked->copy[HEDDLE_COPY_OF(fd)] |= end;
	if (events & ALL_IN)
		asked->in |= end;
	if (events & ALL_OUT)
		asked->out |= end;
	if (events & POLLRDHUP)
		asked->rdhup |= end;
}

/* Whether there is an event. */
static _Bool __heddle_has_event(const struct __heddle_asked *a, const struct __heddle_ready *r)
{
	return ((a->in & r->in) | (a->out & r->out) | (a->rdhup & r->rdhup) | (a->any & (r->err | r->hup)) |
		(a->copy[0] & ~r->open[0]) | (a->copy[1] & ~r->open[1]) | (a->copy[2] & ~r->open[2]) |
		(a->copy[3] & ~r->open[3])) != 0;
}

int (*__heddle_masked_hook)(void);

/* Waits until there is an event of these, or not at all; stores the states of all ends. Reports whether a handler ended the wait. */
static _Bool __heddle_await(struct __heddle_asked *asked, struct __heddle_ready *ready, _Bool waits)
{
	_Bool goes_on;
	int cancelled, interrupted;

	__heddle_cancellation_point();
	if (!__heddle_channel_hook && !__heddle_interrupted_hook && (!waits || asked->outside))
		return 0;
	__heddle_atomic_begin();
	if (__heddle_ready_hook)
		__heddle_ready_hook(ready);
	goes_on = !waits || asked->outside || (asked->any & ready->epoll) || __heddle_has_event(asked, ready);
	cancelled = HEDDLE_IS_CANCELLED(goes_on);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(goes_on);
	__heddle_block_until(goes_on || cancelled || interrupted, HEDDLE_BLOCK_INPUT);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (asked->any & ready->epoll)
		__heddle_unsupported("a wait for a descriptor of epoll");
	if (__heddle_masked_hook && interrupted)
		return __heddle_masked_hook() ? 1 : __heddle_await(asked, ready, waits);
	return 0;
}

unsigned __heddle_end_events(const struct __heddle_ready *ready, unsigned end, unsigned events)
{
	unsigned is;

	if (!((ready->open[0] | ready->open[1] | ready->open[2] | ready->open[3]) & end))
		return 0;
	is = (ready->in & end ? ALL_IN : 0) | (ready->out & end ? ALL_OUT : 0) | (ready->err & end ? POLLERR : 0) |
	     (ready->hup & end ? POLLHUP : 0) | (ready->rdhup & end ? POLLRDHUP : 0);
	return is & (events | POLLERR | POLLHUP);
}

/* The events of a descriptor, restricted to the given events. */
static unsigned __heddle_events(const struct __heddle_ready *ready, int fd, unsigned events)
{
	if (!__heddle_channel_hook || !HEDDLE_IS_CHANNEL(fd))
		return __heddle_choose(0u, HEDDLE_CHOOSE_IO) & (events | POLLERR | POLLHUP | POLLNVAL);
	if (!(ready->open[HEDDLE_COPY_OF(fd)] & HEDDLE_END_BIT(fd)))
		return POLLNVAL;
	return __heddle_end_events(ready, HEDDLE_END_BIT(fd), events);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	struct __heddle_asked asked = { 0 };
	struct __heddle_ready ready = { 0 };
	int found = 0;

	for (nfds_t i = 0; i < n; i++)
		if (fds[i].fd >= 0)
			__heddle_ask_for(&asked, fds[i].fd, (unsigned short)fds[i].events);
	if (asked.outside && __heddle_may_fail())
		return -1;
	if (__heddle_await(&asked, &ready, timeout < 0))
		return __heddle_error(EINTR);
	for (nfds_t i = 0; i < n; i++) {
		unsigned events = 0;

		if (fds[i].fd >= 0)
			events = __heddle_events(&ready, fds[i].fd, (unsigned short)fds[i].events);
		fds[i].revents = (short)events;
		found += events != 0;
	}
	return found == 0 && timeout < 0 ? __heddle_error(EINTR) : found;
}

/* The bits of descriptors of channels, and of a set of descriptors the bits of one copy of all ends. */
#define WORD_BITS (8 * (int)sizeof(long))
#define PLACE(copy) (HEDDLE_FIRST_CHANNEL + HEDDLE_ENDS * (copy))
#define ENDS_OF(set, copy) \
	((unsigned)((unsigned long)(set)->fds_bits[PLACE(copy) / WORD_BITS] >> PLACE(copy) % WORD_BITS))

/* The same without descriptors from n on. */
static unsigned __heddle_ends_below(const fd_set *set, int copy, int n)
{
	unsigned ends = ENDS_OF(set, copy);

	return n - PLACE(copy) < HEDDLE_ENDS ? ends & ((1u << (n - PLACE(copy))) - 1) : ends;
}

/* Adds the descriptors of a set below n; the bits of channels. */
static unsigned __heddle_ask_for_set(struct __heddle_asked *asked, const fd_set *set, int n)
{
	unsigned all = 0;

	if (!set)
		return 0;
	for (int i = 0; i < HEDDLE_FIRST_CHANNEL / WORD_BITS && i * WORD_BITS < n; i++)
		if (set->fds_bits[i])
			asked->outside = 1;
	if (__heddle_channel_hook)
		for (int copy = 0; copy < HEDDLE_COPIES && PLACE(copy) < n; copy++) {
			unsigned ends = __heddle_ends_below(set, copy, n);

			asked->copy[copy] |= ends;
			all |= ends;
		}
	return all;
}

/* Keeps the descriptors of a set that are ready: descriptors that lead outside may be ready at any time. Returns how many. */
static int __heddle_keep_ready(fd_set *set, unsigned ready, int n)
{
	int found = 0;

	if (!set)
		return 0;
	for (int i = 0; i < HEDDLE_FIRST_CHANNEL / WORD_BITS && i * WORD_BITS < n; i++)
		if (set->fds_bits[i]) {
			set->fds_bits[i] &= __heddle_choose(0L, HEDDLE_CHOOSE_IO);
			found += __builtin_popcountl((unsigned long)set->fds_bits[i]);
		}
	if (__heddle_channel_hook)
		for (int copy = 0; copy < HEDDLE_COPIES && PLACE(copy) < n; copy++) {
			unsigned keeps = __heddle_ends_below(set, copy, n) & ready, goes = ENDS_OF(set, copy) & ~keeps;

			set->fds_bits[PLACE(copy) / WORD_BITS] ^= (long)((unsigned long)goes << PLACE(copy) % WORD_BITS);
			found += __builtin_popcount(keeps);
		}
	return found;
}

static int __heddle_select(int n, fd_set *in, fd_set *out, fd_set *except, _Bool waits)
{
	struct __heddle_asked asked = { 0 };
	struct __heddle_ready ready = { 0 };
	int found;

	if (n < 0)
		return __heddle_error(EINVAL);
	asked.in = __heddle_ask_for_set(&asked, in, n);
	asked.out = __heddle_ask_for_set(&asked, out, n);
	__heddle_ask_for_set(&asked, except, n);
	asked.any = asked.in; /* an end that a write fails at is ready for writing anyway */
	if (asked.outside && __heddle_may_fail())
		return -1;
	if (__heddle_await(&asked, &ready, waits))
		return __heddle_error(EINTR);
	if ((asked.copy[0] & ~ready.open[0]) | (asked.copy[1] & ~ready.open[1]) | (asked.copy[2] & ~ready.open[2]) |
	    (asked.copy[3] & ~ready.open[3]))
		return __heddle_error(EBADF);
	found = __heddle_keep_ready(in, ready.in | ready.err | ready.hup, n);
	found += __heddle_keep_ready(out, ready.out | ready.err, n);
	found += __heddle_keep_ready(except, 0, n);
	return found == 0 && waits && asked.outside ? __heddle_error(EINTR) : found;
}

/* Linux stores the time that is left. */
int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
	   struct timeval *restrict timeout)
{
	int found;

	if (timeout && (timeout->tv_sec < 0 || timeout->tv_usec < 0))
		return __heddle_error(EINVAL);
	found = __heddle_select(n, in, out, except, !timeout);
	if (timeout) {
		time_t left = (time_t)__heddle_pick(0, (unsigned long)timeout->tv_sec);

		timeout->tv_usec = (suseconds_t)__heddle_pick(0, left < timeout->tv_sec ? 999999 : (unsigned long)timeout->tv_usec);
		timeout->tv_sec = left;
	}
	return found;
}

int (*__heddle_masked_wait_hook)(const sigset_t *set, sigset_t *was);

/* Behind a wait: the mask of before holds again. */
static int __heddle_unmask(const sigset_t *mask, const sigset_t *was, int result)
{
	if (mask && __heddle_masked_wait_hook)
		__heddle_masked_wait_hook(was, 0);
	return result;
}

/* Whether a time limit is none that there is, or a handler ran under the mask. Else the mask holds. */
static int __heddle_interrupted(const struct timespec *timeout, const sigset_t *mask, sigset_t *was)
{
	if (timeout && (timeout->tv_sec < 0 || (unsigned long)timeout->tv_nsec >= 1000000000))
		return __heddle_error(EINVAL);
	if (mask && __heddle_masked_wait_hook && __heddle_masked_wait_hook(mask, was))
		return __heddle_unmask(mask, was, __heddle_error(EINTR));
	return 0;
}

int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
	    const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
	sigset_t was;

	if (__heddle_interrupted(timeout, mask, &was))
		return -1;
	return __heddle_unmask(mask, &was, __heddle_select(n, in, out, except, !timeout));
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
	sigset_t was;

	if (__heddle_interrupted(timeout, mask, &was))
		return -1;
	return __heddle_unmask(mask, &was, poll(fds, n, timeout ? 0 : -1));
}
