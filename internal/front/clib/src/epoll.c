/*
 * epoll.c - descriptors that tell of events: any of those asked for may have happened.
 * Waiting for them has no effect on the order of threads.
 */
#include <errno.h>
#include <sys/epoll.h>
#include "channel.h"
#include "intrinsics.h"
#include "thread.h"

int __heddle_may_fail(void);
int __heddle_descriptor(void);

enum { WATCHED = 16 };

static struct __heddle_watched {
	int epoll; /* 0: free */
	int fd;
	struct epoll_event event;
} __heddle_watched[WATCHED];

int epoll_create(int size)
{
	(void)size;
	return __heddle_descriptor();
}

int epoll_create1(int flags)
{
	(void)flags;
	return __heddle_descriptor();
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
	int error = 0;

	if (__heddle_may_fail())
		return -1;
	if (operation != EPOLL_CTL_DEL)
		asked = *event;
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
		w->event = asked;
		break;
	case EPOLL_CTL_MOD:
		if (w)
			w->event = asked;
		else
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

/* Of each watched descriptor any of the events, or none; errors are always asked for. */
int epoll_wait(int epoll, struct epoll_event *events, int n, int timeout)
{
	int found = 0;

	(void)timeout;
	__heddle_cancellation_point();
	if (n <= 0)
		return __heddle_error(EINVAL);
	if (__heddle_may_fail())
		return -1;
	for (int i = 0; i < WATCHED && found < n; i++) {
		struct epoll_event event = { 0 };
		int watched, fd;

		__heddle_atomic_begin();
		watched = __heddle_watched[i].epoll == epoll;
		fd = __heddle_watched[i].fd;
		if (watched)
			event = __heddle_watched[i].event;
		__heddle_atomic_end();
		if (!watched)
			continue;
		if (!__heddle_readable(fd))
			event.events &= ~(unsigned)EPOLLIN;
		event.events = (event.events | EPOLLERR | EPOLLHUP) & __heddle_choose(0u, HEDDLE_CHOOSE_IO);
		if (event.events)
			events[found++] = event;
	}
	return found;
}

int epoll_pwait(int epoll, struct epoll_event *events, int n, int timeout, const sigset_t *mask)
{
	(void)mask;
	return epoll_wait(epoll, events, n, timeout);
}
