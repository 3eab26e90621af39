/*
 * signal.c - signals: ignoring one or restoring its default has no effect,
 * masks neither. Whether a signal arrives is a choice of the environment; executions in
 * which a handler is called, or a timer ends the process, are unsupported. Sending
 * has no model, and what waits for a signal gets any.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include "intrinsics.h"

typedef void (*__heddle_handler)(int);

static __heddle_handler __heddle_handlers[65];

/* Sets what a signal does and returns what it did. */
static __heddle_handler __heddle_handle(int signal, __heddle_handler handler)
{
	__heddle_handler old;

	if (handler != SIG_IGN && handler != SIG_DFL && __heddle_flip(HEDDLE_CHOOSE_SIGNAL))
		__heddle_unsupported("signal handler");
	__heddle_atomic_begin();
	old = __heddle_handlers[signal];
	__heddle_handlers[signal] = handler;
	__heddle_atomic_end();
	return old;
}

static __heddle_handler __heddle_handled(int signal)
{
	__heddle_handler handler;

	__heddle_atomic_begin();
	handler = __heddle_handlers[signal];
	__heddle_atomic_end();
	return handler;
}

__heddle_handler signal(int signal, __heddle_handler handler)
{
	if (signal < 1 || signal > 64) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return __heddle_handle(signal, handler);
}

int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old)
{
	__heddle_handler before;

	if (signal < 1 || signal > 64)
		return __heddle_error(EINVAL);
	before = action ? __heddle_handle(signal, action->sa_handler) : __heddle_handled(signal);
	if (old)
		old->sa_handler = before;
	return 0;
}

static void __heddle_fill_set(sigset_t *set, int byte)
{
	for (unsigned i = 0; i < sizeof *set; i++)
		((char *)set)[i] = (char)byte;
}

int sigemptyset(sigset_t *set)
{
	__heddle_fill_set(set, 0);
	return 0;
}

int sigfillset(sigset_t *set)
{
	__heddle_fill_set(set, 255);
	return 0;
}

int sigaddset(sigset_t *set, int signal)
{
	((unsigned char *)set)[(signal - 1) / 8] |= 1 << (signal - 1) % 8;
	return 0;
}

int sigdelset(sigset_t *set, int signal)
{
	((unsigned char *)set)[(signal - 1) / 8] &= ~(1 << (signal - 1) % 8);
	return 0;
}

int sigismember(const sigset_t *set, int signal)
{
	return ((const unsigned char *)set)[(signal - 1) / 8] >> (signal - 1) % 8 & 1;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	(void)how, (void)set;
	if (old)
		sigemptyset(old);
	return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	return sigprocmask(how, set, old);
}

/* Some signal of the set arrives, or none ever does. */
int sigwait(const sigset_t *restrict set, int *restrict sig)
{
	unsigned long long mask = set->__bits[0];

	if (sizeof set->__bits[0] == 4)
		mask |= (unsigned long long)set->__bits[1] << 32;
	__heddle_assume(mask != 0 && __heddle_flip(HEDDLE_CHOOSE_IO));
	*sig = __heddle_choose_bit(mask, HEDDLE_CHOOSE_IO) + 1;
	return 0;
}

int pthread_kill(pthread_t t, int signal)
{
	(void)t;
	if (signal)
		__heddle_unsupported("pthread_kill");
	return 0;
}

/* A timer that ends, if one is set, is a signal; what was left of another is any time. */
static void __heddle_timer(int set)
{
	if (set && __heddle_flip(HEDDLE_CHOOSE_SIGNAL))
		__heddle_unsupported("signal of a timer");
}

unsigned alarm(unsigned seconds)
{
	__heddle_timer(seconds != 0);
	return (unsigned)__heddle_pick(0, UINT_MAX);
}

useconds_t ualarm(useconds_t value, useconds_t interval)
{
	(void)interval;
	__heddle_timer(value != 0);
	return (useconds_t)__heddle_pick(0, 999999);
}

int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
	(void)which;
	__heddle_timer(value->it_value.tv_sec || value->it_value.tv_usec);
	if (old)
		for (unsigned i = 0; i < sizeof *old / sizeof(long); i++)
			((long *)old)[i] = (long)__heddle_pick(0, 999999);
	return 0;
}
