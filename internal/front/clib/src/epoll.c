/*
 * epoll.c - descriptors that tell of events: those of channels as Linux does, in any order; of
 * others any of those asked for may have happened. A descriptor of epoll is one of a channel that
 * holds nothing. Waiting has no effect on the order of threads.
 */
#include <errno.h>
#include <sys/epoll.h>
#include "channel.h"
#include "intrinsics.h"
#include "thread.h"

int __heddle_may_fail(void);

enum { WATCHED = 16 };

static struct __heddle_watched {
	int epoll; /* 0: free */
	int fd;
	unsigned events; /* without errors, which are always asked for; 0 and off after one shot */
	_Bool off;
	epoll_data_t data;
} __heddle_watched[WATCHED];

/* The first of the copies of a descriptor. */
#define HEDDLE_EPOLL_OF(fd) (HEDDLE_FIRST_CHANNEL + ((fd) - HEDDLE_FIRST_CHANNEL) % HEDDLE_ENDS)

int epoll_create1(int flags)
{
	return flags & ~EPOLL_CLOEXEC ? __heddle_error(EINVAL) : __heddle_open_channel(HEDDLE_EPOLL, flags);
}

int epoll_create(int size)
{
	return size > 0 ? epoll_create1(0) : __heddle_error(EINVAL);
}

/* Whether a descriptor is none of epoll; the error is set. */
static int __heddle_is_no_epoll(int epoll)
{
	ssize_t kind = __heddle_on_channel(epoll, 0, HEDDLE_CHANNEL_KIND);

	if (kind == HEDDLE_EPOLL)
		return 0;
	if (kind == HEDDLE_NO_CHANNEL || kind >= 0)
		errno = EINVAL;
	return -1;
}

/* The events for which an epoll descriptor watches another descriptor, or null. Inside a section. */
static struct __heddle_watched *__heddle_watch(int epoll, int fd)
{
	for (int i = 0; i < WATCHED; i++)
		if (__heddle_watched[i].epoll == epoll && __heddle_watched[i].fd == fd)
			return &__heddle_watched[i];
	return 0;
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
	struct epoll_event asked = { 0 };
	struct __heddle_watched *w;
	ssize_t kind;
	int error = 0;

	if (operation != EPOLL_CTL_DEL)
		asked = *event;
	if (__heddle_is_no_epoll(epoll))
		return -1;
	if (fd == epoll)
		return __heddle_error(EINVAL);
	epoll = HEDDLE_EPOLL_OF(epoll);
	kind = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND);
	if (kind == HEDDLE_NO_CHANNEL ? __heddle_may_fail() : kind < 0)
		return -1;
	if (kind == HEDDLE_EPOLL)
		__heddle_unsupported("epoll of a descriptor of epoll");
	if (kind >= 0 && asked.events & (EPOLLET | EPOLLEXCLUSIVE))
		__heddle_unsupported("EPOLLET and EPOLLEXCLUSIVE with a descriptor of a channel");
	__heddle_atomic_begin();
	w = __heddle_watch(epoll, fd);
	switch (operation) {
	case EPOLL_CTL_ADD:
		if (w) {
			error = EEXIST;
			break;
		}
		w = __heddle_watch(0, 0);
		if (!w)
			__heddle_unsupported("epoll of more than 16 descriptors");
		w->epoll = epoll;
		w->fd = fd;
		w->events = asked.events;
		w->data = asked.data;
		w->off = 0;
		break;
	case EPOLL_CTL_MOD:
		if (w) {
			w->events = asked.events;
			w->data = asked.data;
			w->off = 0;
		} else
			error = ENOENT;
		break;
	case EPOLL_CTL_DEL:
		if (w)
			w->epoll = w->fd = 0;
		else
			error = ENOENT;
		break;
	default:
		error = EINVAL;
	}
	__heddle_atomic_end();
	return error ? __heddle_error(error) : 0;
}

/* A statement for each watched descriptor: some engines know no loops in sections. */
#define FOUR(statement, i) statement(i) statement((i) + 1) statement((i) + 2) statement((i) + 3)
#define EACH(statement) FOUR(statement, 0) FOUR(statement, 4) FOUR(statement, 8) FOUR(statement, 12)

/* The events that a call of epoll_wait stores. */
struct __heddle_happened {
	unsigned which; /* a bit for each watched descriptor */
	unsigned events[WATCHED];
	epoll_data_t data[WATCHED];
};

/* The descriptors with events now; whether others may have some at any time. Inside a section. */
static _Bool __heddle_look(int epoll, struct __heddle_happened *h)
{
	struct __heddle_ready ready;
	struct __heddle_watched *w;
	_Bool outside = 0;
	unsigned is;

	__heddle_ready_hook(&ready);
	h->which = 0;
#define LOOK(i)                                                                                          \
	w = &__heddle_watched[i];                                                                        \
	if (w->epoll == epoll && !w->off) {                                                              \
		if (HEDDLE_IS_CHANNEL(w->fd)) {                                                          \
			is = __heddle_end_events(&ready, HEDDLE_END_BIT(w->fd), w->events);              \
		} else {                                                                                 \
			is = __heddle_choose(0u, HEDDLE_CHOOSE_IO) & (w->events | EPOLLERR | EPOLLHUP);  \
			outside = 1;                                                                     \
		}                                                                                        \
		h->which |= (unsigned)(is != 0) << (i);                                                  \
		h->events[i] = is;                                                                       \
		h->data[i] = w->data;                                                                    \
	}
	EACH(LOOK)
	return outside;
}

/* Takes at most n of the events. Inside a section. */
static void __heddle_limit_events(struct __heddle_happened *h, int n)
{
#define DROP(i)                                   \
	if (__builtin_popcount(h->which) > n)     \
		h->which &= ~(1u << __heddle_choose_bit(h->which, HEDDLE_CHOOSE_IO));
	if (n < WATCHED) {
		EACH(DROP)
	}
#define TURN_OFF(i)                                                     \
	if (h->which & 1u << (i) && __heddle_watched[i].events & EPOLLONESHOT) \
		__heddle_watched[i].off = 1;
	EACH(TURN_OFF)
}

int (*__heddle_masked_hook)(void);

int epoll_wait(int epoll, struct epoll_event *events, int n, int timeout)
{
	struct __heddle_happened h;
	_Bool outside, goes_on;
	int found = 0, cancelled, interrupted;

	__heddle_cancellation_point();
	if (n <= 0)
		return __heddle_error(EINVAL);
	if (__heddle_is_no_epoll(epoll))
		return -1;
	epoll = HEDDLE_EPOLL_OF(epoll);
	__heddle_atomic_begin();
	outside = __heddle_look(epoll, &h);
	goes_on = timeout >= 0 || outside || h.which;
	cancelled = HEDDLE_IS_CANCELLED(goes_on);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(goes_on);
	__heddle_block_until(goes_on || cancelled || interrupted, HEDDLE_BLOCK_INPUT);
	if (!cancelled && !interrupted)
		__heddle_limit_events(&h, n);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (__heddle_masked_hook && interrupted)
		return __heddle_masked_hook() ? __heddle_error(EINTR) : epoll_wait(epoll, events, n, timeout);
	while (h.which) {
		int i = __heddle_choose_bit(h.which, HEDDLE_CHOOSE_IO);

		h.which &= ~(1u << i);
		events[found].events = h.events[i];
		events[found].data = h.data[i];
		found++;
	}
	return outside && found == 0 && (timeout < 0 || __heddle_flip(HEDDLE_CHOOSE_IO)) ? __heddle_error(EINTR) : found;
}

int (*__heddle_masked_wait_hook)(const sigset_t *set, sigset_t *was);

int epoll_pwait(int epoll, struct epoll_event *events, int n, int timeout, const sigset_t *mask)
{
	sigset_t was;
	int found;

	if (!mask || !timeout || !__heddle_masked_wait_hook)
		return epoll_wait(epoll, events, n, timeout);
	if (__heddle_masked_wait_hook(mask, &was))
		found = __heddle_error(EINTR);
	else
		found = epoll_wait(epoll, events, n, timeout);
	__heddle_masked_wait_hook(&was, 0);
	return found;
}
