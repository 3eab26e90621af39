/*
 * signal.c - signals. The environment chooses whether a signal with a handler
 * arrives, at each operation of a thread that does not block it (package link,
 * interruptions). Executions in which a timer ends the process are unsupported.
 * Signals that are ignored or have no handler never arrive. A signal that a thread
 * sends to itself has no effect, ends the process or runs its handler. If
 * the thread blocks it, it stays pending until the thread takes it. A signal with a handler that is sent to
 * another thread arrives like those of the environment, or not. A wait for signals gets
 * a pending one, or any.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_be(void);

typedef void (*__heddle_handler)(int);

/*
 * How many signals arrive in an execution, none while the thread runs a handler; the mark of a
 * bound stands for the others.
 */
enum { ARRIVALS = 2 };

static __heddle_handler __heddle_handlers[65];

static struct {
	unsigned long long handled;    /* bit s - 1: signal s has a handler */
	int flags[65];                 /* of sigaction; SA_SIGINFO: the handler wants to know more */
	unsigned long long masked[65]; /* what is blocked while the handler runs, as well */
	int arrived;
} __heddle_signals;

/* Bit s - 1: signal s waits until the thread takes it again. */
static _Thread_local unsigned long long __heddle_blocked;

static _Thread_local _Bool __heddle_handling; /* a handler runs, which others leave alone */

static unsigned long long __heddle_signal_bit(int signal)
{
	return 1ULL << (signal - 1);
}

/* The signals of a set as bits. */
static unsigned long long __heddle_members(const sigset_t *set)
{
	unsigned long long bits = set->__bits[0];

	if (sizeof set->__bits[0] == 4)
		bits |= (unsigned long long)set->__bits[1] << 32;
	return bits;
}

unsigned long long __heddle_blocked_signals(void)
{
	return __heddle_blocked;
}

void __heddle_block_signals(unsigned long long signals)
{
	__heddle_blocked = signals;
}

/* The running thread takes one of some signals that are pending: its number, or 0. */
static int __heddle_take_pending(unsigned long long signals)
{
	int signal = 0;

	__heddle_atomic_begin();
	__heddle_me->blocked = __heddle_blocked;
	signals &= __heddle_me->pending;
	if (signals) {
		signal = __heddle_choose_bit(signals, HEDDLE_CHOOSE_IO) + 1;
		__heddle_me->pending &= ~__heddle_signal_bit(signal);
	}
	__heddle_atomic_end();
	return signal;
}

int (*__heddle_masked_hook)(void);

/* The running thread blocks other signals; SIGKILL and SIGSTOP cannot be blocked. The result is that of the hook. */
int __heddle_mask(unsigned long long blocked)
{
	__heddle_blocked = blocked & ~(__heddle_signal_bit(SIGKILL) | __heddle_signal_bit(SIGSTOP));
	return __heddle_masked_hook ? __heddle_masked_hook() : 0;
}

/* What a signal does. */
struct __heddle_action {
	__heddle_handler handler;
	unsigned long long masked;
	long long flags; /* wide, so that a copy has no padding without a value */
};

/* The action of a signal, inside of a section. */
static struct __heddle_action __heddle_acts(int signal)
{
	return (struct __heddle_action){__heddle_handlers[signal], __heddle_signals.masked[signal],
					__heddle_signals.flags[signal]};
}

/* Sets the action of a signal, unless action is null, and returns the old action. */
static struct __heddle_action __heddle_handle(int signal, const struct __heddle_action *action)
{
	unsigned long long bit = __heddle_signal_bit(signal);
	struct __heddle_action old;

	__heddle_atomic_begin();
	old = __heddle_acts(signal);
	if (action) {
		__heddle_handlers[signal] = action->handler;
		__heddle_signals.masked[signal] = action->masked;
		__heddle_signals.handled &= ~bit;
		if (action->handler != SIG_IGN && action->handler != SIG_DFL)
			__heddle_signals.handled |= bit;
		__heddle_signals.flags[signal] = (int)action->flags;
	}
	__heddle_atomic_end();
	return old;
}

/* The handler of a signal runs, while the thread blocks this signal and those of its mask. */
static void __heddle_run_handler(int signal, struct __heddle_action action)
{
	unsigned long long blocked = __heddle_blocked;

	__heddle_blocked = blocked | action.masked;
	if (!(action.flags & SA_NODEFER))
		__heddle_blocked |= __heddle_signal_bit(signal);
	if (action.flags & SA_SIGINFO) {
		siginfo_t info = {.si_signo = signal};

		((void (*)(int, siginfo_t *, void *))(void *)action.handler)(signal, &info, 0);
	} else {
		action.handler(signal);
	}
	__heddle_blocked = blocked;
}

/*
 * A signal arrives that the thread takes: its handler runs, during which it is blocked. It
 * reports whether there is such a one.
 */
int __heddle_arrive(void)
{
	unsigned long long open;
	struct __heddle_action action;
	int signal, arrived;

	__heddle_atomic_begin();
	open = __heddle_signals.handled & ~__heddle_blocked;
	signal = open ? __heddle_choose_bit(open, HEDDLE_CHOOSE_IO) + 1 : 0;
	action = __heddle_acts(signal);
	arrived = __heddle_signals.arrived;
	__heddle_signals.arrived = arrived + (signal != 0);
	__heddle_atomic_end();
	if (!signal)
		return 0;
	if (arrived == ARRIVALS || open & ~(action.masked | __heddle_signal_bit(signal)))
		__heddle_limit("signals");
	__heddle_assume(arrived < ARRIVALS);
	__heddle_handling = 1;
	__heddle_run_handler(signal, action);
	__heddle_handling = 0;
	return 1;
}

static int __heddle_one_arrives(void)
{
	return __heddle_flip(HEDDLE_CHOOSE_SIGNAL) && __heddle_arrive();
}

/*
 * Where signals may arrive: the linker has it called. All that arrive in an execution may do so at
 * one place.
 */
void __heddle_interrupt(void)
{
	if (__heddle_handling || !__heddle_one_arrives() || !__heddle_one_arrives())
		return;
	if (__heddle_flip(HEDDLE_CHOOSE_SIGNAL)) {
		__heddle_limit("signals");
		__heddle_assume(0);
	}
}

static __heddle_handler __heddle_handled(int signal)
{
	__heddle_handler handler;

	__heddle_atomic_begin();
	handler = __heddle_handlers[signal];
	__heddle_atomic_end();
	return handler;
}

/* Reports whether there is no such signal; glibc keeps 32 and 33 for itself. */
static int __heddle_is_no_signal(int signal)
{
	return signal < 1 || signal > 64 || signal == 32 || signal == 33;
}

__heddle_handler signal(int signal, __heddle_handler handler)
{
	struct __heddle_action action = {.handler = handler, .flags = SA_RESTART};

	if (__heddle_is_no_signal(signal) || signal == SIGKILL || signal == SIGSTOP) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return __heddle_handle(signal, &action).handler;
}

/* The first 64 bits of a set are its signals; the kernel writes no others. */
static void __heddle_store_set(sigset_t *set, unsigned long long signals)
{
	for (unsigned i = 0; i < 8; i++)
		((unsigned char *)set)[i] = (unsigned char)(signals >> 8 * i);
}

int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old)
{
	struct __heddle_action given, before;

	if (__heddle_is_no_signal(signal) || (action && (signal == SIGKILL || signal == SIGSTOP)))
		return __heddle_error(EINVAL);
	if (action) {
		given.handler = action->sa_handler;
		given.masked = __heddle_members(&action->sa_mask);
		given.flags = action->sa_flags;
	}
	before = __heddle_handle(signal, action ? &given : 0);
	if (old) {
		old->sa_handler = before.handler;
		__heddle_store_set(&old->sa_mask, before.masked);
		old->sa_flags = (int)before.flags;
	}
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
	if (__heddle_is_no_signal(signal))
		return __heddle_error(EINVAL);
	((unsigned char *)set)[(signal - 1) / 8] |= 1 << (signal - 1) % 8;
	return 0;
}

int sigdelset(sigset_t *set, int signal)
{
	if (__heddle_is_no_signal(signal))
		return __heddle_error(EINVAL);
	((unsigned char *)set)[(signal - 1) / 8] &= ~(1 << (signal - 1) % 8);
	return 0;
}

int sigismember(const sigset_t *set, int signal)
{
	if (__heddle_is_no_signal(signal))
		return __heddle_error(EINVAL);
	return ((const unsigned char *)set)[(signal - 1) / 8] >> (signal - 1) % 8 & 1;
}

/* Yields 0 or the number of an error. */
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	unsigned long long blocked = __heddle_blocked, given;

	if (set) {
		given = __heddle_members(set);
		if (how == SIG_BLOCK)
			__heddle_mask(blocked | given);
		else if (how == SIG_UNBLOCK)
			__heddle_mask(blocked & ~given);
		else if (how == SIG_SETMASK)
			__heddle_mask(given);
		else
			return EINVAL;
	}
	if (old)
		__heddle_store_set(old, blocked);
	return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int code = pthread_sigmask(how, set, old);

	return code ? __heddle_error(code) : 0;
}

/* Some signal of the set arrives, or none ever does. */
int sigwait(const sigset_t *restrict set, int *restrict sig)
{
	unsigned long long mask = __heddle_members(set);
	int arrives, cancelled, signal;

	__heddle_cancellation_point();
	if (__heddle_masked_hook) {
		signal = __heddle_take_pending(mask);
		if (signal) {
			*sig = signal;
			return 0;
		}
		__heddle_approximates(); /* the program may send each of the signals */
	}
	arrives = mask != 0 && __heddle_flip(HEDDLE_CHOOSE_IO);
	__heddle_atomic_begin();
	cancelled = HEDDLE_IS_CANCELLED(arrives);
	__heddle_assume(arrives | cancelled);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	signal = __heddle_choose_bit(mask, HEDDLE_CHOOSE_IO) + 1;
	if (__heddle_masked_hook)
		__heddle_take_pending(__heddle_signal_bit(signal));
	*sig = signal;
	return 0;
}

int sigpending(sigset_t *set)
{
	unsigned long long pending = 0;

	if (__heddle_masked_hook) {
		__heddle_atomic_begin();
		pending = __heddle_me->pending;
		__heddle_atomic_end();
	}
	__heddle_store_set(set, pending);
	return 0;
}

/* That function where there are handlers: a hook. */
int (*__heddle_arrive_hook)(void);

/* Ends with a handler that runs meanwhile, or a cancellation. */
int pause(void)
{
	int cancelled;

	if (__heddle_arrive_hook && !__heddle_handling && __heddle_flip(HEDDLE_CHOOSE_SIGNAL) &&
	    __heddle_arrive_hook())
		return __heddle_error(EINTR);
	__heddle_atomic_begin();
	cancelled = HEDDLE_IS_CANCELLED(0);
	__heddle_assume(cancelled);
	__heddle_atomic_end();
	__heddle_cancelled_hook();
	return -1;
}

/* The signals of a mask are blocked while the thread waits; 1: a handler ran. */
int __heddle_wait_masked(const sigset_t *set, int waits)
{
	unsigned long long blocked = __heddle_blocked, given = __heddle_members(set);
	int arrived;

	if (__heddle_mask(given))
		arrived = 1;
	else if (waits)
		arrived = pause() == -1;
	else
		arrived = __heddle_arrive_hook && !__heddle_handling && __heddle_flip(HEDDLE_CHOOSE_SIGNAL) &&
			  __heddle_arrive_hook();
	__heddle_mask(blocked);
	return arrived;
}

int sigsuspend(const sigset_t *mask)
{
	__heddle_wait_masked(mask, 1);
	return __heddle_error(EINTR);
}

static _Thread_local stack_t __heddle_handlers_stack = {.ss_flags = SS_DISABLE};

/* Where handlers have their objects makes no difference. */
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
	stack_t given, was = __heddle_handlers_stack;

	if (stack) {
		given = *stack;
		if (given.ss_flags & ~SS_DISABLE)
			return __heddle_error(EINVAL);
		if (given.ss_flags == SS_DISABLE)
			given = (stack_t){.ss_flags = SS_DISABLE};
		else if (given.ss_size < MINSIGSTKSZ)
			return __heddle_error(ENOMEM);
		__heddle_handlers_stack = given;
	}
	if (old)
		*old = was;
	return 0;
}

/* The effect of an unblocked signal: its handler, SIG_IGN for none, SIG_DFL for an end or a stop. */
static __heddle_handler __heddle_effect(int signal, __heddle_handler handler)
{
	if (signal == SIGKILL || signal == SIGSTOP)
		return SIG_DFL;
	if (handler == SIG_DFL &&
	    (signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH))
		return SIG_IGN;
	return handler;
}

static __heddle_handler __heddle_disposition(int signal)
{
	return __heddle_effect(signal, __heddle_handled(signal));
}

static void __heddle_end_by(int signal)
{
	if (signal >= SIGSTOP && signal <= SIGTTOU)
		__heddle_unsupported("signal that stops the process");
	__heddle_halt(128 + signal);
}

/* A signal that the running thread takes has its effect. */
static void __heddle_take_signal(int signal)
{
	struct __heddle_action action, initial = {.handler = SIG_DFL};

	__heddle_atomic_begin();
	action = __heddle_acts(signal);
	__heddle_atomic_end();
	action.handler = __heddle_effect(signal, action.handler);
	if (action.handler == SIG_IGN)
		return;
	if (action.handler == SIG_DFL)
		__heddle_end_by(signal);
	if (action.flags & SA_RESETHAND)
		__heddle_handle(signal, &initial);
	__heddle_run_handler(signal, action);
}

/*
 * The target of the hook, which is null where no thread sends signals: the running thread takes the pending
 * signals that it blocks no more. Reports whether a handler ran.
 */
int __heddle_masked(void)
{
	int signal, ran = 0;

	while ((signal = __heddle_take_pending(~__heddle_blocked)) != 0) {
		ran |= __heddle_disposition(signal) != SIG_IGN;
		__heddle_take_signal(signal);
	}
	return ran;
}

/* Has a target in programs that create threads. */
void (*__heddle_others_hook)(void);

void __heddle_others(void) { }

/* The running thread gets a signal that it or the process is sent. */
static int __heddle_get_signal(int signal, int is_process)
{
	int waits;

	if (signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (signal == 0)
		return 0;
	if (signal == SIGKILL)
		__heddle_halt(128 + signal);
	waits = (__heddle_blocked & __heddle_signal_bit(signal)) != 0;
	if (!waits && __heddle_disposition(signal) == SIG_IGN)
		return 0;
	if (is_process && __heddle_others_hook && (waits || __heddle_disposition(signal) != SIG_DFL))
		__heddle_unsupported("a signal to a process of several threads");
	if (waits) {
		__heddle_atomic_begin();
		__heddle_me->pending |= __heddle_signal_bit(signal);
		__heddle_atomic_end();
		return 0;
	}
	__heddle_take_signal(signal);
	__heddle_masked(); /* what came meanwhile, and the handler blocked */
	return 0;
}

int raise(int signal)
{
	return __heddle_get_signal(signal, 0);
}

/* A group that gets the signal includes the process; the effect on other processes is unknown. */
int kill(pid_t pid, int signal)
{
	if (pid <= 0 || pid == getpid())
		return __heddle_get_signal(signal, 1);
	return __heddle_may_be();
}

/* A signal goes to another thread. */
static void __heddle_send_signal(struct __heddle_thread *t, int signal)
{
	unsigned long long waits = 0;

	if (__heddle_has_ended(t))
		return;
	if (__heddle_blocked_hook && signal != SIGKILL && signal != SIGSTOP) {
		__heddle_atomic_begin();
		waits = t->blocked & __heddle_signal_bit(signal);
		t->pending |= waits;
		__heddle_atomic_end();
	}
	if (!waits && __heddle_disposition(signal) == SIG_DFL)
		__heddle_end_by(signal);
}

int pthread_kill(pthread_t id, int signal)
{
	struct __heddle_thread *t = (struct __heddle_thread *)id;

	if (signal < 0 || signal > 64)
		return EINVAL;
	if (t == __heddle_me)
		return raise(signal);
	if (signal)
		__heddle_send_signal(t, signal);
	return 0;
}

/* Of the others it is not known which one has a number, and whether any has. */
int tgkill(pid_t process, pid_t thread, int signal)
{
	if (process <= 0 || thread <= 0 || signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (process == getpid()) {
		if (thread == gettid())
			return raise(signal);
		if (signal && __heddle_disposition(signal) == SIG_DFL)
			__heddle_unsupported("tgkill of another thread with a signal that ends the process");
	}
	return __heddle_may_be();
}

/*
 * A timer that expires, if one is set, sends a signal, which may arrive at any time
 * if it has a handler; the rest of another timer is any time.
 */
static void __heddle_timer(int set, int signal)
{
	if (set && __heddle_handled(signal) == SIG_DFL && __heddle_flip(HEDDLE_CHOOSE_SIGNAL))
		__heddle_unsupported("a timer's signal that ends the process");
}

unsigned alarm(unsigned seconds)
{
	__heddle_timer(seconds != 0, SIGALRM);
	return (unsigned)__heddle_pick(0, UINT_MAX);
}

useconds_t ualarm(useconds_t value, useconds_t interval)
{
	(void)interval;
	__heddle_timer(value != 0, SIGALRM);
	return (useconds_t)__heddle_pick(0, 999999);
}

int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
	if ((unsigned)which > ITIMER_PROF || (unsigned long)value->it_value.tv_usec >= 1000000 ||
	    (unsigned long)value->it_interval.tv_usec >= 1000000)
		return __heddle_error(EINVAL);
	__heddle_timer(value->it_value.tv_sec || value->it_value.tv_usec,
		       which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF);
	if (old)
		for (unsigned i = 0; i < sizeof *old / sizeof(long); i++)
			((long *)old)[i] = (long)__heddle_pick(0, 999999);
	return 0;
}
