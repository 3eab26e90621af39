/* signals.h - the part of signals that signal.c (actions and masks), kill.c (sending and waiting) and timer.c share. */
#ifndef HEDDLE_SIGNALS_H
#define HEDDLE_SIGNALS_H

#include <signal.h>
#include "thread.h"

typedef void (*__heddle_handler)(int);

/* What a signal does. */
struct __heddle_action {
	__heddle_handler handler;
	unsigned long long masked;
	long long flags; /* wide, so that a copy has no padding without a value */
};

/* The data of a signal: a code for its sender, and the value of sigqueue and its like. */
struct __heddle_info {
	int code;
	union sigval value;
};

/* Bit s - 1: the running thread blocks signal s. */
extern _Thread_local unsigned long long __heddle_blocked;

#define HEDDLE_SIGNAL_BIT(signal) (1ULL << ((signal)-1))

/* Whether there is no such signal; glibc keeps 32 and 33 for itself. */
#define HEDDLE_IS_NO_SIGNAL(signal) ((signal) < 1 || (signal) > 64 || (signal) == 32 || (signal) == 33)

/* The signals of a set as bits, and the reverse. */
unsigned long long __heddle_members(const sigset_t *set);
void __heddle_store_set(sigset_t *set, unsigned long long signals);

/* The effect of an unblocked signal: its handler, SIG_IGN for none, SIG_DFL for an end or a stop. */
__heddle_handler __heddle_disposition(int signal);

/* A signal that is not blocked has its effect on the running thread. */
void __heddle_take_signal(int signal, const struct __heddle_info *info);

/* Whether calls that its handler interrupts go on. */
int __heddle_restarts(int signal);

/* The process ends by a signal. */
_Noreturn void __heddle_end_by(int signal);

/* The running thread blocks other signals. Returns 1 if a handler ran. */
int __heddle_mask(unsigned long long blocked);

/* The running thread takes the pending signals that it blocks no more: a hook, null where no thread sends signals, and its target. */
extern int (*__heddle_masked_hook)(void);
int __heddle_masked(void);

#endif
