/*
 * signal.c - actions and masks of signals. The environment chooses whether a signal with a handler
 * arrives, at each operation of a thread that does not block it (package link,
 * interruptions). Signals that are ignored or have no handler never arrive. kill.c has the signals
 * that the program sends, timer.c the timers.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include "crossing.h"
#include "intrinsics.h"
#include "process.h"
#include "signals.h"
#include "thread.h"

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

_Thread_local unsigned long long __heddle_blocked;

static _Thread_local _Bool __heddle_handling; /* a handler runs, which others leave alone */

unsigned long long __heddle_members(const sigset_t *set)
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

int (*__heddle_masked_hook)(void);

/* SIGKILL and SIGSTOP cannot be blocked. */
int __heddle_mask(unsigned long long blocked)
{
	if (__heddle_child_action_hook && blocked & HEDDLE_SIGNAL_BIT(SIGCHLD))
		__heddle_child_action_hook(-1);
	__heddle_blocked = blocked & ~(HEDDLE_SIGNAL_BIT(SIGKILL) | HEDDLE_SIGNAL_BIT(SIGSTOP));
	return __heddle_masked_hook ? __heddle_masked_hook() : 0;
}

/* The action of a signal, inside of a section. */
static struct __heddle_action __heddle_acts(int signal)
{
	return (struct __heddle_action){__heddle_handlers[signal], __heddle_signals.masked[signal],
					__heddle_signals.flags[signal]};
}

/* Sets the action of a signal, unless action is null, and returns the old action. */
static struct __heddle_action __heddle_handle(int signal, const struct __heddle_action *action)
{
	unsigned long long bit = HEDDLE_SIGNAL_BIT(signal);
	struct __heddle_action old;

	if (__heddle_child_action_hook && signal == SIGCHLD && action)
		__heddle_child_action_hook(action->handler == SIG_IGN || action->flags & SA_NOCLDWAIT);
	__heddle_atomic_begin();
	HEDDLE_ARRIVED();
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

/* Sets the blocked signals of the running thread, also for others to see. */
static void __heddle_set_blocked(unsigned long long signals)
{
	__heddle_blocked = signals;
	if (__heddle_masked_hook) {
		__heddle_atomic_begin();
		HEDDLE_ARRIVED();
		__heddle_me->blocked = signals;
		__heddle_atomic_end();
	}
}

/* The handler of a signal runs, while the thread blocks this signal and those of its mask. */
static void __heddle_run_handler(int signal, struct __heddle_action action, const struct __heddle_info *info)
{
	unsigned long long blocked = __heddle_blocked;

	__heddle_set_blocked(blocked | action.masked | (action.flags & SA_NODEFER ? 0 : HEDDLE_SIGNAL_BIT(signal)));
	if (action.flags & SA_SIGINFO) {
		siginfo_t all = {.si_signo = signal, .si_code = info->code};

		if (info->code <= 0 || info->from)
			all.si_pid = info->from ? info->from : getpid();
		all.si_value = info->value;
		((void (*)(int, siginfo_t *, void *))(void *)action.handler)(signal, &all, 0);
	} else {
		action.handler(signal);
	}
	__heddle_set_blocked(blocked);
}

/*
 * A signal arrives that the thread takes: its handler runs, during which it is blocked. It
 * reports whether there is such a one.
 */
int __heddle_arrive(void)
{
	unsigned long long open;
	struct __heddle_action action;
	struct __heddle_info info = {.code = SI_USER};
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
	if (arrived == ARRIVALS || open & ~(action.masked | HEDDLE_SIGNAL_BIT(signal)))
		__heddle_limit("signals");
	__heddle_assume(arrived < ARRIVALS);
	__heddle_handling = 1;
	__heddle_run_handler(signal, action, &info);
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
	int interrupted;

	if (__heddle_interrupted_hook) {
		__heddle_atomic_begin();
		interrupted = HEDDLE_IS_INTERRUPTED(1);
		__heddle_atomic_end();
		if (interrupted)
			__heddle_interrupted_hook();
	}
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

__heddle_handler signal(int signal, __heddle_handler handler)
{
	struct __heddle_action action = {.handler = handler, .flags = SA_RESTART};

	if (HEDDLE_IS_NO_SIGNAL(signal) || signal == SIGKILL || signal == SIGSTOP) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return __heddle_handle(signal, &action).handler;
}

/* The first 64 bits of a set are its signals; the kernel writes no others. */
void __heddle_store_set(sigset_t *set, unsigned long long signals)
{
	for (unsigned i = 0; i < 8; i++)
		((unsigned char *)set)[i] = (unsigned char)(signals >> 8 * i);
}

int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old)
{
	struct __heddle_action given, before;

	if (HEDDLE_IS_NO_SIGNAL(signal) || (action && (signal == SIGKILL || signal == SIGSTOP)))
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
	if (HEDDLE_IS_NO_SIGNAL(signal))
		return __heddle_error(EINVAL);
	((unsigned char *)set)[(signal - 1) / 8] |= 1 << (signal - 1) % 8;
	return 0;
}

int sigdelset(sigset_t *set, int signal)
{
	if (HEDDLE_IS_NO_SIGNAL(signal))
		return __heddle_error(EINVAL);
	((unsigned char *)set)[(signal - 1) / 8] &= ~(1 << (signal - 1) % 8);
	return 0;
}

int sigismember(const sigset_t *set, int signal)
{
	if (HEDDLE_IS_NO_SIGNAL(signal))
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

/* That function where there are handlers: a hook. */
int (*__heddle_arrive_hook)(void);

/* Ends with a handler that runs meanwhile, or a cancellation. */
int pause(void)
{
	int cancelled, interrupted;

	if (__heddle_arrive_hook && !__heddle_handling && __heddle_flip(HEDDLE_CHOOSE_SIGNAL) &&
	    __heddle_arrive_hook())
		return __heddle_error(EINTR);
	__heddle_atomic_begin();
	cancelled = HEDDLE_IS_CANCELLED(0);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(0);
	__heddle_assume(cancelled | interrupted);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (__heddle_interrupted_hook)
		__heddle_interrupted_hook();
	return __heddle_error(EINTR);
}

/*
 * In front of a wait, the thread blocks the signals of a set. Stores the old set; 1: a handler ran. Behind the wait
 * (was is null) it blocks those again: a handler that then runs has no effect on errno.
 */
int __heddle_wait_masked(const sigset_t *set, sigset_t *was)
{
	int error = errno, ran;

	if (was)
		__heddle_store_set(was, __heddle_blocked);
	ran = __heddle_mask(__heddle_members(set));
	if (!was)
		errno = error;
	else if (!ran)
		ran = __heddle_arrive_hook && !__heddle_handling && __heddle_flip(HEDDLE_CHOOSE_SIGNAL) && __heddle_arrive_hook();
	return ran;
}

int sigsuspend(const sigset_t *mask)
{
	unsigned long long blocked = __heddle_blocked;

	if (!__heddle_mask(__heddle_members(mask)))
		pause();
	__heddle_mask(blocked);
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

__heddle_handler __heddle_disposition(int signal)
{
	return __heddle_effect(signal, __heddle_handled(signal));
}

int __heddle_restarts(int signal)
{
	int restarts;

	__heddle_atomic_begin();
	restarts = (__heddle_signals.flags[signal] & SA_RESTART) != 0;
	__heddle_atomic_end();
	return restarts;
}

int __heddle_ignores(int signal)
{
	return __heddle_effect(signal, __heddle_handlers[signal]) == SIG_IGN;
}

int __heddle_hears_stops(void)
{
	return !(__heddle_signals.flags[SIGCHLD] & SA_NOCLDSTOP);
}

void (*__heddle_stop_hook)(int signal);

void __heddle_end_by(int signal)
{
	if (!(HEDDLE_SIGNAL_BIT(signal) & HEDDLE_STOPS))
		__heddle_end_process(signal);
	if (!__heddle_stop_hook)
		__heddle_unsupported("signal that stops the process");
	else
		__heddle_stop_hook(signal);
}

void __heddle_take_signal(int signal, const struct __heddle_info *info)
{
	struct __heddle_action action, initial = {.handler = SIG_DFL};

	__heddle_atomic_begin();
	action = __heddle_acts(signal);
	__heddle_atomic_end();
	action.handler = __heddle_effect(signal, action.handler);
	if (action.handler == SIG_IGN)
		return;
	if (action.handler == SIG_DFL) {
		__heddle_end_by(signal);
		return;
	}
	if (action.flags & SA_RESETHAND)
		__heddle_handle(signal, &initial);
	__heddle_run_handler(signal, action, info);
}

int siginterrupt(int signal, int interrupts)
{
	struct __heddle_action action;

	if (HEDDLE_IS_NO_SIGNAL(signal) || signal == SIGKILL || signal == SIGSTOP)
		return __heddle_error(EINVAL);
	action = __heddle_handle(signal, 0);
	action.flags = interrupts ? action.flags & ~SA_RESTART : action.flags | SA_RESTART;
	__heddle_handle(signal, &action);
	return 0;
}

/* The functions of System V that change the mask by one signal. */
static int __heddle_change_mask(int how, int signal)
{
	sigset_t set;

	sigemptyset(&set);
	return sigaddset(&set, signal) ? -1 : sigprocmask(how, &set, 0);
}

int sighold(int signal)
{
	return __heddle_change_mask(SIG_BLOCK, signal);
}

int sigrelse(int signal)
{
	return __heddle_change_mask(SIG_UNBLOCK, signal);
}

int sigignore(int sig)
{
	return signal(sig, SIG_IGN) == SIG_ERR ? -1 : 0;
}

/* Returns SIG_HOLD if the signal was blocked. */
__heddle_handler sigset(int signal, __heddle_handler handler)
{
	struct __heddle_action action = {.handler = handler};
	unsigned long long was = __heddle_blocked;
	__heddle_handler old;

	if (HEDDLE_IS_NO_SIGNAL(signal) || signal == SIGKILL || signal == SIGSTOP) {
		errno = EINVAL;
		return SIG_ERR;
	}
	old = __heddle_handle(signal, handler == SIG_HOLD ? 0 : &action).handler;
	__heddle_change_mask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, signal);
	return was & HEDDLE_SIGNAL_BIT(signal) ? SIG_HOLD : old;
}

int sigpause(int signal)
{
	sigset_t set;

	__heddle_store_set(&set, __heddle_blocked);
	return sigdelset(&set, signal) ? -1 : sigsuspend(&set);
}
