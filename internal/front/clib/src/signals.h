/* signals.h - the part of signals that signal.c (actions and masks), kill.c (sending and waiting) and timer.c share. */
#ifndef HEDDLE_SIGNALS_H
#define HEDDLE_SIGNALS_H

#include <signal.h>
#include <sys/types.h>
#include "thread.h"

typedef void (*__heddle_handler)(int);

/* What a signal does. */
struct __heddle_action {
	__heddle_handler handler;
	unsigned long long masked;
	long long flags; /* wide, so that a copy has no padding without a value */
};

/* The data of a signal: a code for its sender, the value of sigqueue and its like, and the process that sent it (0: this one). */
struct __heddle_info {
	int code;
	union sigval value;
	pid_t from;
};

/* Bit s - 1: the running thread blocks signal s. */
extern _Thread_local unsigned long long __heddle_blocked;

#define HEDDLE_SIGNAL_BIT(signal) (1ULL << ((signal)-1))

/* The signals that stop a process. */
#define HEDDLE_STOPS (HEDDLE_SIGNAL_BIT(SIGSTOP) | HEDDLE_SIGNAL_BIT(SIGTSTP) | HEDDLE_SIGNAL_BIT(SIGTTIN) | HEDDLE_SIGNAL_BIT(SIGTTOU))

/* The signals that are queued: a second one does not replace the first. */
#define HEDDLE_REALTIME (~0ULL << (34 - 1))

/* Whether there is no such signal; glibc keeps 32 and 33 for itself. */
#define HEDDLE_IS_NO_SIGNAL(signal) ((signal) < 1 || (signal) > 64 || (signal) == 32 || (signal) == 33)

/* The signals of a set as bits, and the reverse. */
unsigned long long __heddle_members(const sigset_t *set);
void __heddle_store_set(sigset_t *set, unsigned long long signals);

/* The effect of an unblocked signal: its handler, SIG_IGN for none, SIG_DFL for an end or a stop. */
__heddle_handler __heddle_disposition(int signal);

/* Whether a signal that is not blocked has no effect; whether the process gets SIGCHLD for children that stop. Inside a section. */
int __heddle_ignores(int signal);
int __heddle_hears_stops(void);

/* A signal for the process is pending, unless it is ignored. Inside a section. */
void __heddle_receive_signal(int signal, const struct __heddle_info *info);

/*
 * Waits until a signal of a set is pending, and returns its number. 0: the time limit ended the wait. -1: the handler of another
 * signal ended it; HEDDLE_RESTARTS: a handler with SA_RESTART did.
 */
enum { HEDDLE_RESTARTS = -2 };
int __heddle_wait_for(unsigned long long mask, struct __heddle_info *info, int limited);

/* Whether a signal of a set is pending, or may have arrived from outside. Inside a section. */
int __heddle_is_pending(unsigned long long mask);

/* Whether another thread of the process is alive. */
int __heddle_has_threads(void);

/* A signal that is not blocked has its effect on the running thread. */
void __heddle_take_signal(int signal, const struct __heddle_info *info);

/* Whether calls that its handler interrupts go on. */
int __heddle_restarts(int signal);

/* The process ends by a signal, or stops until it gets SIGCONT. */
void __heddle_end_by(int signal);

/* The running thread blocks other signals. Returns 1 if a handler ran. */
int __heddle_mask(unsigned long long blocked);

/* The running thread takes the pending signals that it blocks no more: a hook, null where no thread sends signals, and its target. */
extern int (*__heddle_masked_hook)(void);
int __heddle_masked(void);

#endif
