/*
 * mqueue.c - message queues of the program (POSIX.1-2017, mq_open); no other program has one.
 * A receive takes the oldest of the messages with the highest priority. Order: a send happens before
 * the receive of its message (channel 0 of the message).
 *
 * A descriptor is HEDDLE_FIRST_QUEUE or above, and is not used again. A queue lives as long as the process,
 * but has no name once it is unlinked.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include "crossing.h"
#include "intrinsics.h"
#include "name.h"
#include "notify.h"
#include "process.h"
#include "thread.h"

enum { QUEUES = 4, DESCRIPTORS = 8, HELD = 16, MESSAGE = 64, FIRST = 1024, MOST_PRIORITIES = 32768, DEFAULT_MESSAGES = 10, DEFAULT_SIZE = 8192 };

/* Messages in the order in which they are received. */
static struct __heddle_queue {
	long most;
	long size; /* of the longest message */
	int held;
	int receivers; /* that wait, where anybody asks for notifications */
	_Bool notifies;
	int notifier; /* the descriptor of the registration */
	int process;  /* the process of the registration */
	char *messages[HELD];
	size_t lengths[HELD];
	unsigned priorities[HELD];
	struct __heddle_event event;
} __heddle_queues[QUEUES];

static struct __heddle_name __heddle_queue_names[QUEUES];
static int __heddle_queues_made;

/* Messages in programs with fork. */
static struct __heddle_message {
	_Bool used;
	char text[MESSAGE];
} __heddle_messages[HELD];

/* Makes room for a message that all processes see, and frees it: hooks, null in programs without fork, and their targets. */
char *(*__heddle_message_hook)(size_t n);
void (*__heddle_received_hook)(char *message);

char *__heddle_make_message(size_t n)
{
	char *message = 0;

	if (n > MESSAGE)
		__heddle_unsupported("a message of more than 64 bytes in a program with fork");
	__heddle_atomic_begin();
	for (int i = 0; i < HELD; i++)
		if (!message && !__heddle_messages[i].used) {
			__heddle_messages[i].used = 1;
			message = __heddle_messages[i].text;
		}
	if (!message)
		__heddle_unsupported("more than 16 messages in a program with fork");
	__heddle_atomic_end();
	return message;
}

void __heddle_free_message(char *message)
{
	__heddle_atomic_begin();
	((struct __heddle_message *)(message - offsetof(struct __heddle_message, text)))->used = 0;
	__heddle_atomic_end();
}

void __heddle_share_queues(void)
{
	__heddle_share(__heddle_queues);
	__heddle_share(__heddle_queue_names);
	__heddle_share(&__heddle_queues_made);
	__heddle_share(__heddle_messages);
}

/* Whether the running process made the registration at a queue. Inside a section. */
static _Bool __heddle_notifies_self(const struct __heddle_queue *q)
{
	return !__heddle_running_hook || q->process == __heddle_running_hook();
}

static struct {
	int queue;
	int flags;
	_Bool open;
} __heddle_queue_ends[DESCRIPTORS];
static int __heddle_queue_ends_made;

/* Makes a queue with a name. Inside a section. */
static int __heddle_make_queue(const struct __heddle_name *name, long most, long size)
{
	int i = __heddle_queues_made;

	if (i == QUEUES)
		__heddle_unsupported("more than 4 message queues");
	__heddle_queues_made = i + 1;
	__heddle_queue_names[i] = *name;
	__heddle_queues[i].most = most;
	__heddle_queues[i].size = size;
	return i;
}

mqd_t mq_open(const char *name, int flags, ...)
{
	struct __heddle_name words;
	const struct mq_attr *attr = 0;
	long most = DEFAULT_MESSAGES, size = DEFAULT_SIZE;
	int i, d = 0, code = *name == '/' ? __heddle_read_name(name, &words) : EINVAL;
	va_list list;

	if (code)
		return __heddle_error(code == EINVAL && *name == '/' ? ENOENT : code);
	if (flags & O_CREAT) {
		va_start(list, flags);
		(void)va_arg(list, mode_t);
		attr = va_arg(list, const struct mq_attr *);
		va_end(list);
	}
	if (attr) {
		most = attr->mq_maxmsg;
		size = attr->mq_msgsize;
	}
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_queue_names, QUEUES, &words);
	if (i >= 0 && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
		code = EEXIST;
	} else if (i < 0 && !(flags & O_CREAT)) {
		code = ENOENT;
	} else if (i < 0 && (most <= 0 || size <= 0)) {
		code = EINVAL;
	} else {
		if (i < 0)
			i = __heddle_make_queue(&words, most, size);
		d = __heddle_queue_ends_made;
		if (d == DESCRIPTORS)
			__heddle_unsupported("more than 8 descriptors of message queues");
		__heddle_queue_ends_made = d + 1;
		__heddle_queue_ends[d].queue = i;
		__heddle_queue_ends[d].flags = flags & (O_ACCMODE | O_NONBLOCK);
		__heddle_queue_ends[d].open = 1;
	}
	__heddle_atomic_end();
	return code ? __heddle_error(code) : FIRST + d;
}

/* The index of an open descriptor; -1: it is none. Inside a section. */
static int __heddle_queue_end(mqd_t d)
{
	return d >= FIRST && d < FIRST + DESCRIPTORS && __heddle_queue_ends[d - FIRST].open ? d - FIRST : -1;
}

int mq_close(mqd_t d)
{
	struct __heddle_queue *q;
	int i;

	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i >= 0) {
		__heddle_queue_ends[i].open = 0;
		q = &__heddle_queues[__heddle_queue_ends[i].queue];
		if (q->notifier == i && __heddle_notifies_self(q))
			q->notifies = 0;
	}
	__heddle_atomic_end();
	return i < 0 ? __heddle_error(EBADF) : 0;
}

int mq_unlink(const char *name)
{
	struct __heddle_name words;
	int i, code = __heddle_read_name(name, &words);

	if (code)
		return __heddle_error(code == EINVAL ? ENOENT : code);
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_queue_names, QUEUES, &words);
	if (i >= 0)
		__heddle_queue_names[i] = (struct __heddle_name){0};
	__heddle_atomic_end();
	return i < 0 ? __heddle_error(ENOENT) : 0;
}

int mq_getattr(mqd_t d, struct mq_attr *attr)
{
	struct __heddle_queue *q;
	struct mq_attr is = {0};
	int i;

	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i >= 0) {
		q = &__heddle_queues[__heddle_queue_ends[i].queue];
		is.mq_flags = __heddle_queue_ends[i].flags & O_NONBLOCK;
		is.mq_maxmsg = q->most;
		is.mq_msgsize = q->size;
		is.mq_curmsgs = q->held;
	}
	__heddle_atomic_end();
	if (i < 0)
		return __heddle_error(EBADF);
	attr->mq_flags = is.mq_flags;
	attr->mq_maxmsg = is.mq_maxmsg;
	attr->mq_msgsize = is.mq_msgsize;
	attr->mq_curmsgs = is.mq_curmsgs;
	return 0;
}

/* Linux knows no other flag. */
int mq_setattr(mqd_t d, const struct mq_attr *restrict attr, struct mq_attr *restrict old)
{
	long flags = attr->mq_flags;
	int i;

	if (flags & ~O_NONBLOCK)
		return __heddle_error(EINVAL);
	if (old && mq_getattr(d, old))
		return -1;
	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i >= 0)
		__heddle_queue_ends[i].flags = (__heddle_queue_ends[i].flags & ~O_NONBLOCK) | (int)flags;
	__heddle_atomic_end();
	return i < 0 ? __heddle_error(EBADF) : 0;
}

/* Puts a message behind all of its priority and above. Inside a section. */
static void __heddle_insert(struct __heddle_queue *q, char *message, size_t n, unsigned priority)
{
	int at = 0;

	if (q->held == HELD)
		__heddle_unsupported("more than 16 messages in a queue");
	for (int i = 0; i < HELD; i++)
		at += i < q->held && q->priorities[i] >= priority;
	for (int i = HELD - 1; i > 0; i--)
		if (i > at) {
			q->messages[i] = q->messages[i - 1];
			q->lengths[i] = q->lengths[i - 1];
			q->priorities[i] = q->priorities[i - 1];
		}
	q->messages[at] = message;
	q->lengths[at] = n;
	q->priorities[at] = priority;
	q->held++;
}

/* A process gets the notification for which it registered. Inside a section. */
static void __heddle_notify_other(int process, const struct __heddle_event *event)
{
	struct __heddle_info info = {SI_MESGQ, event->value, getpid()};

	if (event->kind == SIGEV_THREAD)
		__heddle_unsupported("a notification of another process by a thread");
	if (__heddle_cross_hook && event->kind == SIGEV_SIGNAL && __heddle_runs_hook(process))
		__heddle_cross_hook(process, event->signal, &info);
}

#define IS_NO_TIME(when) ((when) && ((when)->tv_sec < 0 || (unsigned long)(when)->tv_nsec >= 1000000000))

enum { INTERRUPTED = -2 };

/*
 * Sends a message, with a time limit or without. A wait with a limit never blocks: see pthread_mutex_timedlock. Yields INTERRUPTED if a
 * signal ends the wait.
 */
static int __heddle_send_once(mqd_t d, const char *message, size_t n, unsigned priority, const struct timespec *when)
{
	struct __heddle_queue *q = __heddle_queues;
	struct __heddle_event event = {.kind = SIGEV_NONE};
	char *copy;
	int i, code = 0, cancelled, interrupted, fails;

	if (priority >= MOST_PRIORITIES || IS_NO_TIME(when))
		return __heddle_error(EINVAL);
	__heddle_cancellation_point();
	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i < 0 || (__heddle_queue_ends[i].flags & O_ACCMODE) == O_RDONLY)
		code = EBADF;
	else if (n > (size_t)__heddle_queues[__heddle_queue_ends[i].queue].size)
		code = EMSGSIZE;
	__heddle_atomic_end();
	if (code)
		return __heddle_error(code);
	copy = __heddle_message_hook ? __heddle_message_hook(n) : __heddle_alloc(n, 1, HEDDLE_ALLOC_MODEL);
	memcpy(copy, message, n);
	__heddle_atomic_begin();
	q = &__heddle_queues[__heddle_queue_ends[i].queue];
	fails = q->held >= q->most && (when || __heddle_queue_ends[i].flags & O_NONBLOCK);
	if (fails)
		code = __heddle_queue_ends[i].flags & O_NONBLOCK ? EAGAIN : ETIMEDOUT;
	cancelled = HEDDLE_IS_CANCELLED(q->held < q->most || fails);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(q->held < q->most || fails);
	__heddle_block_until(q->held < q->most || fails || cancelled || interrupted, HEDDLE_BLOCK_INPUT);
	if (!fails && !cancelled && !interrupted) {
		if (q->notifies && q->held == 0 && q->receivers == 0) {
			if (__heddle_notifies_self(q))
				event = q->event;
			else
				__heddle_notify_other(q->process, &q->event);
			q->notifies = 0;
		}
		__heddle_insert(q, copy, n, priority);
		__heddle_send(copy, 0);
	}
	__heddle_atomic_end();
	if (__heddle_received_hook && (fails || cancelled || interrupted))
		__heddle_received_hook(copy);
	if (cancelled)
		__heddle_cancelled_hook();
	if (interrupted)
		return INTERRUPTED;
	if (code)
		return __heddle_error(code);
	if (event.kind != SIGEV_NONE)
		__heddle_notify(&event, SI_MESGQ, 0);
	return 0;
}

/* A handler ends the wait, unless its action has SA_RESTART. */
static int __heddle_send_message(mqd_t d, const char *message, size_t n, unsigned priority, const struct timespec *when)
{
	int sent = __heddle_send_once(d, message, n, priority, when);

	if (__heddle_interrupted_hook)
		while (sent == INTERRUPTED) {
			if (__heddle_interrupted_hook())
				return __heddle_error(EINTR);
			sent = __heddle_send_once(d, message, n, priority, when);
		}
	return sent;
}

int mq_send(mqd_t d, const char *message, size_t n, unsigned priority)
{
	return __heddle_send_message(d, message, n, priority, 0);
}

int mq_timedsend(mqd_t d, const char *message, size_t n, unsigned priority, const struct timespec *when)
{
	return __heddle_send_message(d, message, n, priority, when);
}

/* Changes the number of threads that wait for a message: a hook, null in programs without mq_notify, and its target. */
void (*__heddle_receiver_hook)(int queue, int more);

void __heddle_receiver(int queue, int more)
{
	__heddle_atomic_begin();
	__heddle_queues[queue].receivers += more;
	__heddle_atomic_end();
}

static ssize_t __heddle_receive_once(mqd_t d, char *to, size_t n, unsigned *priority, const struct timespec *when)
{
	struct __heddle_queue *q = __heddle_queues;
	char *message = 0;
	size_t length = 0;
	unsigned its = 0;
	int i, queue = 0, code = 0, cancelled, interrupted, fails;

	if (IS_NO_TIME(when))
		return __heddle_error(EINVAL);
	__heddle_cancellation_point();
	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i < 0 || (__heddle_queue_ends[i].flags & O_ACCMODE) == O_WRONLY)
		code = EBADF;
	else
		queue = __heddle_queue_ends[i].queue;
	if (!code && n < (size_t)__heddle_queues[queue].size)
		code = EMSGSIZE;
	__heddle_atomic_end();
	if (code)
		return __heddle_error(code);
	if (__heddle_receiver_hook)
		__heddle_receiver_hook(queue, 1);
	__heddle_atomic_begin();
	q = &__heddle_queues[queue];
	fails = q->held == 0 && (when || __heddle_queue_ends[i].flags & O_NONBLOCK);
	if (fails)
		code = __heddle_queue_ends[i].flags & O_NONBLOCK ? EAGAIN : ETIMEDOUT;
	cancelled = HEDDLE_IS_CANCELLED(q->held > 0 || fails);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(q->held > 0 || fails);
	__heddle_block_until(q->held > 0 || fails || cancelled || interrupted, HEDDLE_BLOCK_INPUT);
	if (!fails && !cancelled && !interrupted) {
		message = q->messages[0];
		length = q->lengths[0];
		its = q->priorities[0];
		__heddle_recv(message, 0);
		for (int k = 0; k + 1 < HELD; k++) {
			q->messages[k] = q->messages[k + 1];
			q->lengths[k] = q->lengths[k + 1];
			q->priorities[k] = q->priorities[k + 1];
		}
		q->held--;
	}
	__heddle_atomic_end();
	if (__heddle_receiver_hook)
		__heddle_receiver_hook(queue, -1);
	if (cancelled)
		__heddle_cancelled_hook();
	if (interrupted)
		return INTERRUPTED;
	if (code)
		return __heddle_error(code);
	memcpy(to, message, length);
	if (__heddle_received_hook)
		__heddle_received_hook(message);
	if (priority)
		*priority = its;
	return (ssize_t)length;
}

static ssize_t __heddle_receive_message(mqd_t d, char *to, size_t n, unsigned *priority, const struct timespec *when)
{
	ssize_t got = __heddle_receive_once(d, to, n, priority, when);

	if (__heddle_interrupted_hook)
		while (got == INTERRUPTED) {
			if (__heddle_interrupted_hook())
				return __heddle_error(EINTR);
			got = __heddle_receive_once(d, to, n, priority, when);
		}
	return got;
}

ssize_t mq_receive(mqd_t d, char *to, size_t n, unsigned *priority)
{
	return __heddle_receive_message(d, to, n, priority, 0);
}

ssize_t mq_timedreceive(mqd_t d, char *restrict to, size_t n, unsigned *restrict priority, const struct timespec *restrict when)
{
	return __heddle_receive_message(d, to, n, priority, when);
}

/* A message that comes to an empty queue for which no thread waits ends the registration, and notifies. */
int mq_notify(mqd_t d, const struct sigevent *event)
{
	struct __heddle_queue *q;
	struct __heddle_event given = {.kind = SIGEV_NONE};
	_Bool silent = event && event->sigev_notify == SIGEV_SIGNAL && event->sigev_signo == 0; /* as Linux */
	int i, code = event && !silent ? __heddle_read_event(event, &given) : 0;

	if (code)
		return __heddle_error(code);
	__heddle_atomic_begin();
	i = __heddle_queue_end(d);
	if (i < 0) {
		code = EBADF;
	} else {
		q = &__heddle_queues[__heddle_queue_ends[i].queue];
		if (!event)
			q->notifies = q->notifies && !__heddle_notifies_self(q);
		else if (q->notifies && (!__heddle_runs_hook || __heddle_runs_hook(q->process)))
			code = EBUSY;
		else {
			q->notifies = 1;
			q->notifier = i;
			q->process = __heddle_running_hook ? __heddle_running_hook() : 0;
			q->event = given;
		}
	}
	__heddle_atomic_end();
	return code ? __heddle_error(code) : 0;
}
