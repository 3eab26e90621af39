/*
 * crossing.c - signals between the processes of a program. A signal that a process sends waits in an object of all processes.
 * The receiver takes it over at each of its operations where handlers can run, and before it changes an action or a mask.
 * So the action and the mask are those of the moment of sending. Then the signal is pending, and acts as others do:
 * a handler runs, or the process ends or stops. The moment is any, as with signals of other threads.
 */
#include <errno.h>
#include <signal.h>
#include "crossing.h"
#include "intrinsics.h"
#include "process.h"
#include "signals.h"
#include "thread.h"

enum { QUEUED = 4 };

/* By receiver, in the order of sending. */
static struct __heddle_crossings {
	int n;
	struct {
		int signal;
		struct __heddle_info info;
	} sent[QUEUED];
} __heddle_crossings[HEDDLE_PROCESSES];

#define CONTINUE HEDDLE_SIGNAL_BIT(SIGCONT)

/* Removes signals that were sent to a process. */
static void __heddle_uncross(int process, unsigned long long signals)
{
	struct __heddle_crossings *c = &__heddle_crossings[process];
	int n = c->n, kept = 0;

	for (int i = 0; i < n; i++)
		if (!(signals & HEDDLE_SIGNAL_BIT(c->sent[i].signal))) {
			if (kept != i)
				c->sent[kept] = c->sent[i];
			kept++;
		}
	if (kept != n)
		c->n = kept;
}

static _Bool __heddle_is_crossing(int process, unsigned long long signals)
{
	const struct __heddle_crossings *c = &__heddle_crossings[process];
	_Bool is = 0;

	for (int i = 0; i < c->n; i++)
		is |= (signals & HEDDLE_SIGNAL_BIT(c->sent[i].signal)) != 0;
	return is;
}

void __heddle_cross(int process, int signal, const struct __heddle_info *info)
{
	struct __heddle_crossings *c = &__heddle_crossings[process];
	unsigned long long bit = HEDDLE_SIGNAL_BIT(signal);

	if (signal == SIGCONT)
		__heddle_uncross(process, HEDDLE_STOPS);
	if (bit & HEDDLE_STOPS)
		__heddle_uncross(process, CONTINUE);
	if (bit & ~HEDDLE_REALTIME && __heddle_is_crossing(process, bit))
		return;
	if (c->n == QUEUED)
		__heddle_unsupported("more than 4 signals from other processes at a time");
	c->sent[c->n].signal = signal;
	c->sent[c->n].info = *info;
	c->n++;
}

void __heddle_arrived(void)
{
	struct __heddle_crossings *c = &__heddle_crossings[__heddle_running_process()];

	if (!c->n)
		return;
	for (int i = 0; i < c->n; i++)
		__heddle_receive_signal(c->sent[i].signal, &c->sent[i].info);
	c->n = 0;
}

void __heddle_share_crossings(void)
{
	__heddle_share(__heddle_crossings);
}

void (*__heddle_arrived_hook)(void);

/* Other threads would go on. */
void __heddle_stop(int signal)
{
	int process, goes_on;

	if (__heddle_has_threads())
		__heddle_unsupported("a signal that stops a process with several threads");
	__heddle_atomic_begin();
	__heddle_note_stop(signal);
	if (__heddle_tell_hook)
		__heddle_tell_hook(CLD_STOPPED, signal);
	__heddle_atomic_end();
	__heddle_atomic_begin();
	process = __heddle_running_process();
	__heddle_assume(__heddle_is_crossing(process, CONTINUE | HEDDLE_SIGNAL_BIT(SIGKILL)));
	goes_on = __heddle_is_crossing(process, CONTINUE);
	__heddle_note_stop(goes_on ? SIGCONT : 0);
	if (__heddle_tell_hook && goes_on)
		__heddle_tell_hook(CLD_CONTINUED, SIGCONT);
	__heddle_atomic_end();
}
