/*
 * once.c - pthread_once and call_once. The control's int is 0 before the
 * routine has run and 2 after; while it runs, the control is held as a lock, so
 * that others wait for a known owner. Order: the routine's end happens before
 * every return.
 */
#include <pthread.h>
#include <threads.h>
#include "intrinsics.h"
#include "thread.h"

enum { NOT_RUN = 0, DONE = 2 };

/* How many routines the thread is in, where one may end it. */
static _Thread_local int __heddle_routines;

/* Whether a routine counts as run that ends its thread is up to the implementation. */
void __heddle_refuse_in_routine(void)
{
	if (__heddle_routines)
		__heddle_unsupported("the end of a thread in a routine of pthread_once");
}

/* Not null in programs in which a thread may end in a routine. */
void (*__heddle_count_hook)(void);

__heddle_role(run, once)
static void __heddle_once(int *control, void (*routine)(void))
{
	int first;

	__heddle_atomic_begin();
	first = *control == NOT_RUN;
	if (first)
		__heddle_acquire(control, HEDDLE_EXCLUSIVE);
	else
		__heddle_recv(control, 0);
	__heddle_atomic_end();
	if (!first)
		return;
	if (__heddle_count_hook)
		__heddle_routines++;
	routine();
	if (__heddle_count_hook)
		__heddle_routines--;
	__heddle_atomic_begin();
	*control = DONE;
	__heddle_send(control, 0);
	__heddle_release(control);
	__heddle_atomic_end();
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	__heddle_once((int *)control, routine);
	return 0;
}

void call_once(once_flag *flag, void (*routine)(void))
{
	__heddle_once((int *)flag, routine);
}
