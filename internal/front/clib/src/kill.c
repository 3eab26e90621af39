/*
 * kill.c - signals that the program sends, and waits for signals. A signal that a thread sends to itself has no
 * effect, ends the process or runs its handler. If the thread blocks it, it stays pending until the thread takes it. A
 * signal to the process goes to a thread that does not block it, or stays pending until a thread takes it. A thread takes a signal
 * with a handler that others sent at any of its operations, or where it waits. crossing.c has the signals between processes.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include "crossing.h"
#include "intrinsics.h"
#include "notify.h"
#include "process.h"
#include "signals.h"

enum { THREADS = 16, QUEUED = 8 };

/* Pending signals in the order of their sending. The others of a thread's pending signals are bits only. */
static struct __heddle_sent {
	int to; /* the thread's number; 0: the process */
	int signal;
	struct __heddle_info info;
} __heddle_sent[QUEUED];

static int __heddle_sent_count;

/*
 * The number of a thread with pending signals, in the upper bits of cancel. Through a pointer, other threads could
 * reach the thread's object. Inside a section.
 */
enum { NUMBER = 8 };

static int __heddle_numbered;

static int __heddle_number_of(struct __heddle_thread *t)
{
	if (t->cancel >> NUMBER == 0)
		t->cancel |= ++__heddle_numbered << NUMBER;
	return t->cancel >> NUMBER;
}

/* The signals that are pending for the process. */
static unsigned long long __heddle_process_pending;

/* The threads but the first, if there are not too many. */
static struct __heddle_thread *__heddle_threads[THREADS];
static int __heddle_thread_count;

void __heddle_list_thread(struct __heddle_thread *t)
{
	int n;

	if (!__heddle_blocked_hook)
		t->blocked = 0;
	__heddle_atomic_begin();
	n = __heddle_thread_count;
	if (n < THREADS)
		__heddle_threads[n] = t;
	__heddle_thread_count = n + 1;
	__heddle_atomic_end();
}

/* Has a target in programs that create threads. */
void (*__heddle_others_hook)(void);

void __heddle_others(void) { }

/* Makes a signal pending for a thread, or for the process. Inside a section. */
static void __heddle_add_pending(struct __heddle_thread *t, int signal, const struct __heddle_info *info)
{
	unsigned long long bit = HEDDLE_SIGNAL_BIT(signal), was = t ? t->pending : __heddle_process_pending;
	int n = __heddle_sent_count;

	if (was & bit & ~HEDDLE_REALTIME)
		return;
	if (n == QUEUED)
		__heddle_unsupported("more than 8 pending signals");
	__heddle_sent[n].to = t ? __heddle_number_of(t) : 0;
	__heddle_sent[n].signal = signal;
	__heddle_sent[n].info = *info;
	__heddle_sent_count = n + 1;
	if (t)
		t->pending = was | bit;
	else
		__heddle_process_pending = was | bit;
}

/*
 * The running thread takes one of some signals that are pending for it or the process: its number, or 0. The least of the
 * real-time signals comes first; the order of the others is open (POSIX.1-2017, XSH 2.4.1). Inside a section.
 */
static int __heddle_take_one(unsigned long long signals, struct __heddle_info *info)
{
	struct __heddle_thread *of = __heddle_me;
	unsigned long long own = of->pending, open = signals & (own | __heddle_process_pending);
	int signal, to, at = 0, found = 0;

	if (!open)
		return 0;
	open &= ~HEDDLE_REALTIME | (0 - (open & HEDDLE_REALTIME));
	signal = __heddle_choose_bit(open, HEDDLE_CHOOSE_WAKE) + 1;
	if (!(own & HEDDLE_SIGNAL_BIT(signal)))
		of = 0;
	to = of ? __heddle_number_of(of) : 0;
	for (int i = QUEUED - 1; i >= 0; i--)
		if (i < __heddle_sent_count && __heddle_sent[i].to == to && __heddle_sent[i].signal == signal) {
			found++;
			at = i;
		}
	*info = __heddle_sent[at].info;
	for (int i = 0; i + 1 < QUEUED; i++)
		if (i >= at) {
			__heddle_sent[i].to = __heddle_sent[i + 1].to;
			__heddle_sent[i].signal = __heddle_sent[i + 1].signal;
			__heddle_sent[i].info = __heddle_sent[i + 1].info;
		}
	__heddle_sent_count--;
	if (found == 1 && of)
		of->pending &= ~HEDDLE_SIGNAL_BIT(signal);
	else if (found == 1)
		__heddle_process_pending &= ~HEDDLE_SIGNAL_BIT(signal);
	return signal;
}

static int __heddle_take_pending(unsigned long long signals, struct __heddle_info *info)
{
	int signal;

	__heddle_atomic_begin();
	HEDDLE_ARRIVED();
	__heddle_me->blocked = __heddle_blocked;
	signal = __heddle_take_one(signals, info);
	__heddle_atomic_end();
	return signal;
}

/* Only other threads and processes leave signals to a thread that does not block them. */
int __heddle_open(int goes_on)
{
	HEDDLE_ARRIVED();
	if ((!__heddle_others_hook && !__heddle_arrived_hook) || !(~__heddle_blocked & (__heddle_me->pending | __heddle_process_pending)))
		return 0;
	return !goes_on || __heddle_flip(HEDDLE_CHOOSE_WAKE);
}

int __heddle_masked(void)
{
	struct __heddle_info info;
	int signal, ran = 0;

	while ((signal = __heddle_take_pending(~__heddle_blocked, &info)) != 0) {
		if (__heddle_disposition(signal) != SIG_IGN)
			ran |= __heddle_restarts(signal) ? 1 : 3;
		__heddle_take_signal(signal, &info);
	}
	return ran;
}

/* The handlers run of which some thread sent the signals. */
int __heddle_run_sent(void)
{
	return __heddle_masked() > 1;
}

/* Whether another thread than the running one is alive and does not block a signal. Inside a section. */
static int __heddle_others_take(int signal)
{
	unsigned long long bit = HEDDLE_SIGNAL_BIT(signal);
	int n = __heddle_thread_count, take;

	take = n > THREADS || (__heddle_me != &__heddle_main_thread && !(__heddle_main_thread.blocked & bit) &&
			       !(__heddle_main_thread.cancel & HEDDLE_CANCEL_ENDED));
	for (int i = 0; i < THREADS; i++)
		if (i < n && __heddle_threads[i] != __heddle_me)
			take |= !(__heddle_threads[i]->blocked & bit) && !(__heddle_threads[i]->cancel & HEDDLE_CANCEL_ENDED);
	return take;
}

int __heddle_has_threads(void)
{
	int has;

	__heddle_atomic_begin();
	has = __heddle_thread_count > THREADS || (__heddle_me != &__heddle_main_thread && !(__heddle_main_thread.cancel & HEDDLE_CANCEL_ENDED));
	for (int i = 0; i < THREADS; i++)
		if (i < __heddle_thread_count && __heddle_threads[i] != __heddle_me)
			has |= !(__heddle_threads[i]->cancel & HEDDLE_CANCEL_ENDED);
	__heddle_atomic_end();
	return has;
}

void __heddle_receive_signal(int signal, const struct __heddle_info *info)
{
	unsigned long long bit = HEDDLE_SIGNAL_BIT(signal);
	unsigned long long undone = signal == SIGCONT ? HEDDLE_STOPS : bit & HEDDLE_STOPS ? HEDDLE_SIGNAL_BIT(SIGCONT) : 0;
	struct __heddle_info dropped;

	while (__heddle_take_one(undone, &dropped)) { }
	if ((info->code == CLD_STOPPED || info->code == CLD_CONTINUED) && !__heddle_hears_stops())
		return;
	if (__heddle_ignores(signal) && (!(__heddle_me->blocked & bit) || __heddle_others_take(signal)))
		return;
	__heddle_add_pending(0, signal, info);
}

/* The running thread, or the process, gets a signal that is blocked: it stays pending. */
static void __heddle_leave_pending(struct __heddle_thread *t, int signal, const struct __heddle_info *info)
{
	__heddle_atomic_begin();
	__heddle_add_pending(t, signal, info);
	__heddle_atomic_end();
}

/* The running thread gets a signal that it does not block. */
static void __heddle_get_now(int signal, const struct __heddle_info *info)
{
	if (__heddle_arrived_hook) {
		__heddle_atomic_begin();
		HEDDLE_ARRIVED();
		__heddle_atomic_end();
	}
	if (__heddle_disposition(signal) == SIG_IGN)
		return;
	__heddle_take_signal(signal, info);
	__heddle_masked(); /* what came meanwhile, and the handler blocked */
}

/* The running thread sends a signal to itself. */
static int __heddle_get_signal(int signal, int code)
{
	struct __heddle_info info = {.code = code};

	if (signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (signal == 0)
		return 0;
	if (signal != SIGKILL && signal != SIGSTOP && __heddle_blocked & HEDDLE_SIGNAL_BIT(signal))
		__heddle_leave_pending(__heddle_me, signal, &info);
	else
		__heddle_get_now(signal, &info);
	return 0;
}

/* Where several threads could take a signal with a handler, any of them does. A timer may not end the process. */
static void __heddle_generate(int signal, const struct __heddle_info *info, int outside)
{
	int takes, others = 0;

	takes = !outside && (signal == SIGKILL || signal == SIGSTOP || !(__heddle_blocked & HEDDLE_SIGNAL_BIT(signal)));
	if (__heddle_others_hook) {
		__heddle_atomic_begin();
		others = __heddle_others_take(signal);
		__heddle_atomic_end();
	}
	if (takes && (!others || __heddle_disposition(signal) == SIG_DFL || __heddle_flip(HEDDLE_CHOOSE_WAKE)))
		__heddle_get_now(signal, info);
	else if (!takes && !others)
		__heddle_leave_pending(0, signal, info);
	else if (__heddle_disposition(signal) == SIG_DFL && !outside)
		__heddle_end_by(signal);
	else if (__heddle_disposition(signal) == SIG_DFL && __heddle_flip(HEDDLE_CHOOSE_SIGNAL))
		__heddle_unsupported("a timer's signal that ends the process");
	else if (__heddle_disposition(signal) != SIG_IGN && __heddle_disposition(signal) != SIG_DFL)
		__heddle_leave_pending(0, signal, info);
}

void __heddle_send_to_process(int signal, int code, union sigval value, int outside)
{
	struct __heddle_info info = {code, value, 0};

	__heddle_generate(signal, &info, outside);
}

int raise(int signal)
{
	return __heddle_get_signal(signal, SI_TKILL);
}

int (*__heddle_is_process_hook)(pid_t pid);

void (*__heddle_cross_hook)(int process, int signal, const struct __heddle_info *info);
void (*__heddle_group_hook)(int signal, const struct __heddle_info *info);

/* A process or a group outside may exist, and may belong to another user. */
static int __heddle_to_outside(void)
{
	if (!__heddle_flip(HEDDLE_CHOOSE_IO))
		return 0;
	return __heddle_error(__heddle_flip(HEDDLE_CHOOSE_IO) ? EPERM : ESRCH);
}

static int __heddle_to_outside_group(pid_t group)
{
	if (__heddle_is_process_hook && __heddle_is_process_hook(group))
		__heddle_unsupported("a signal to a group of processes that the program chose");
	return __heddle_to_outside();
}

/* Another process gets a signal, if it exists. */
static int __heddle_to_other(pid_t pid, int signal, int code, union sigval value)
{
	struct __heddle_info info = {code, value, getpid()};

	if (!__heddle_is_process_hook || !__heddle_is_process_hook(pid))
		return __heddle_to_outside();
	if (signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (__heddle_cross_hook && signal) {
		__heddle_atomic_begin();
		__heddle_cross_hook(pid - HEDDLE_FIRST_PROCESS, signal, &info);
		__heddle_atomic_end();
	}
	return 0;
}

/* The only thread of a new process is the running one, and no signal is pending. */
void __heddle_alone(void)
{
	__heddle_atomic_begin();
	__heddle_sent_count = 0;
	__heddle_process_pending = 0;
	__heddle_me->pending = 0;
	__heddle_thread_count = 0;
	if (__heddle_me != &__heddle_main_thread) {
		__heddle_main_thread.cancel |= HEDDLE_CANCEL_ENDED;
		__heddle_threads[0] = __heddle_me;
		__heddle_thread_count = 1;
	}
	__heddle_atomic_end();
}

/*
 * A group that gets the signal includes the process and all others of the program. All processes are all but the caller, as on Linux.
 * The effect on other programs is unknown.
 */
int kill(pid_t pid, int signal)
{
	if (pid > 0 && pid != getpid())
		return __heddle_to_other(pid, signal, SI_USER, (union sigval){0});
	if (signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (pid < -1 && -pid != getpgrp())
		return __heddle_to_outside_group(-pid);
	if (__heddle_group_hook && signal && pid <= 0)
		__heddle_group_hook(signal, &(struct __heddle_info){SI_USER, {0}, getpid()});
	if (signal && pid != -1)
		__heddle_send_to_process(signal, SI_USER, (union sigval){0}, 0);
	return 0;
}

int killpg(pid_t group, int signal)
{
	return group < 0 ? __heddle_error(EINVAL) : group == 0 || group == getpgrp() ? kill(0, signal) : __heddle_to_outside_group(group);
}

int sigqueue(pid_t pid, int signal, const union sigval value)
{
	if (signal < 0 || signal > 64)
		return __heddle_error(EINVAL);
	if (pid != getpid())
		return __heddle_to_other(pid, signal, SI_QUEUE, value);
	if (signal)
		__heddle_send_to_process(signal, SI_QUEUE, value, 0);
	return 0;
}

/* A signal goes to another thread. */
static void __heddle_send_signal(struct __heddle_thread *t, int signal)
{
	struct __heddle_info info = {.code = SI_TKILL};
	__heddle_handler does = __heddle_disposition(signal);
	unsigned long long waits = 0;

	if (__heddle_has_ended(t))
		return;
	if (signal != SIGKILL && signal != SIGSTOP) {
		__heddle_atomic_begin();
		waits = __heddle_blocked_hook ? t->blocked & HEDDLE_SIGNAL_BIT(signal) : 0;
		if (waits || (does != SIG_DFL && does != SIG_IGN))
			__heddle_add_pending(t, signal, &info);
		__heddle_atomic_end();
	}
	if (!waits && does == SIG_DFL)
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
	return __heddle_to_outside();
}

int __heddle_is_pending(unsigned long long mask)
{
	if (!__heddle_masked_hook)
		return __heddle_flip(HEDDLE_CHOOSE_IO);
	HEDDLE_ARRIVED();
	return (mask & (__heddle_me->pending | __heddle_process_pending)) != 0 || __heddle_flip(HEDDLE_CHOOSE_SIGNAL);
}

/* If no thread sends signals, any of the set arrives from outside. */
int __heddle_wait_for(unsigned long long mask, struct __heddle_info *info, int limited)
{
	int cancelled, interrupted, outside, signal = 0;

	if (__heddle_child_action_hook && mask & HEDDLE_SIGNAL_BIT(SIGCHLD))
		__heddle_child_action_hook(-1);
	__heddle_cancellation_point();
	info->code = SI_USER;
	info->value = (union sigval){0};
	info->from = 0;
	outside = mask && (__heddle_masked_hook ? __heddle_flip(HEDDLE_CHOOSE_SIGNAL) : __heddle_flip(HEDDLE_CHOOSE_IO));
	__heddle_atomic_begin();
	if (__heddle_masked_hook) {
		HEDDLE_ARRIVED();
		__heddle_me->blocked = __heddle_blocked;
		signal = mask & (__heddle_me->pending | __heddle_process_pending) ? -1 : 0;
	}
	cancelled = HEDDLE_IS_CANCELLED(signal || outside || limited);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(signal || outside || limited);
	__heddle_assume(signal || outside || limited || cancelled || interrupted);
	if (interrupted)
		signal = 0;
	else if (signal && !cancelled)
		signal = __heddle_take_one(mask, info);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (interrupted)
		return __heddle_interrupted_hook() ? -1 : HEDDLE_RESTARTS;
	if (!signal && outside)
		signal = __heddle_choose_bit(mask, HEDDLE_CHOOSE_IO) + 1;
	return signal;
}

int sigwait(const sigset_t *restrict set, int *restrict sig)
{
	struct __heddle_info info;

	unsigned long long mask = __heddle_members(set);
	int signal = __heddle_wait_for(mask, &info, 0);

	while (__heddle_interrupted_hook && signal < 0)
		signal = __heddle_wait_for(mask, &info, 0);
	*sig = signal;
	return 0;
}

static int __heddle_wait_info(const sigset_t *set, siginfo_t *to, int limited)
{
	struct __heddle_info info;
	int signal = __heddle_wait_for(__heddle_members(set), &info, limited);

	if (signal <= 0)
		return __heddle_error(signal ? EINTR : EAGAIN);
	if (to) { /* glibc does not tell a signal of raise from one of kill here */
		*to = (siginfo_t){.si_signo = signal, .si_code = info.code == SI_TKILL ? SI_USER : info.code};
		if (info.code <= 0 || info.from)
			to->si_pid = info.from ? info.from : getpid();
		to->si_value = info.value;
	}
	return signal;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	return __heddle_wait_info(set, info, 0);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout)
{
	if (timeout && (timeout->tv_sec < 0 || (unsigned long)timeout->tv_nsec >= 1000000000))
		return __heddle_error(EINVAL);
	return __heddle_wait_info(set, info, timeout != 0);
}

int sigpending(sigset_t *set)
{
	unsigned long long pending = 0;

	if (__heddle_masked_hook) {
		__heddle_atomic_begin();
		HEDDLE_ARRIVED();
		pending = __heddle_me->pending | __heddle_process_pending;
		__heddle_atomic_end();
	}
	__heddle_store_set(set, pending);
	return 0;
}
