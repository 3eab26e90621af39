/* notify.c - notifications of timers, message queues and asynchronous input and output. */
#include <errno.h>
#include <signal.h>
#include "intrinsics.h"
#include "notify.h"

int __heddle_read_event(const struct sigevent *from, struct __heddle_event *to)
{
	to->kind = from->sigev_notify;
	to->signal = 0;
	to->value = from->sigev_value;
	to->function = 0;
	switch (to->kind) {
	case SIGEV_NONE:
		return 0;
	case SIGEV_SIGNAL:
		to->signal = from->sigev_signo;
		return to->signal < 1 || to->signal > 64 ? EINVAL : 0;
	case SIGEV_THREAD:
		to->function = from->sigev_notify_function;
		return 0;
	case SIGEV_THREAD_ID:
		__heddle_unsupported("SIGEV_THREAD_ID");
	}
	return EINVAL;
}

/* A function that a thread of its own calls with a value. */
struct __heddle_notice {
	void (*function)(union sigval value);
	union sigval value;
};

static void *__heddle_run_notice(void *arg)
{
	struct __heddle_notice *n = arg;

	n->function(n->value);
	return 0;
}

/* Sends a signal to the process: a hook, null in programs that install no handler and block none. */
void (*__heddle_send_hook)(int signal, int code, union sigval value, int outside);

void __heddle_notify(const struct __heddle_event *e, int code, int outside)
{
	struct __heddle_notice *n;

	if (e->kind == SIGEV_SIGNAL) {
		if (!__heddle_send_hook)
			__heddle_unsupported("a notification by a signal that the program neither handles nor blocks");
		__heddle_send_hook(e->signal, code, e->value, outside);
	} else if (e->kind == SIGEV_THREAD) {
		n = __heddle_alloc(sizeof *n, _Alignof(struct __heddle_notice), HEDDLE_ALLOC_MODEL);
		n->function = e->function;
		n->value = e->value;
		__heddle_async(__heddle_run_notice, n);
	}
}
