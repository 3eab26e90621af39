/*
 * cancel.c - cancellation (POSIX.1-2017, XSH 2.9.5; semantics 14.12), deferred to cancellation points. A thread of the
 * type PTHREAD_CANCEL_ASYNCHRONOUS ends at any operation (package link, interruptions).
 *
 * A pending cancellation is a bit of the thread's descriptor, which wakes the thread where
 * it waits. It orders nothing.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "thread.h"

/*
 * Where a thread may end that is cancelled asynchronously: the linker has it called, in programs that ask for the type. It goes
 * on for any time.
 */
void __heddle_asynchronous(void)
{
	int cancelled;

	__heddle_atomic_begin();
	cancelled = __heddle_me->cancel & HEDDLE_CANCEL_ASYNCHRONOUS ? HEDDLE_IS_CANCELLED(1) : 0;
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
}

__heddle_role(cancel, thread)
static int __heddle_thread_cancel(struct __heddle_thread *t)
{
	int joined;

	__heddle_atomic_begin();
	joined = t->state == HEDDLE_THREAD_JOINED;
	t->cancel |= HEDDLE_CANCEL_PENDING;
	__heddle_atomic_end();
	return joined ? ESRCH : 0;
}

int pthread_cancel(pthread_t id)
{
	return __heddle_thread_cancel((struct __heddle_thread *)id);
}

int __heddle_cancel(int goes_on)
{
	int cancel = __heddle_me->cancel;

	if ((cancel & (HEDDLE_CANCEL_PENDING | HEDDLE_CANCEL_DISABLED | HEDDLE_CANCEL_ENDING)) !=
	    HEDDLE_CANCEL_PENDING)
		return 0;
	if (goes_on && !__heddle_flip(HEDDLE_CHOOSE_WAKE))
		return 0;
	__heddle_me->cancel = cancel | HEDDLE_CANCEL_ENDING;
	return 1;
}

/* Sets a bit of the running thread and returns its old value, 0 or 1. */
static int __heddle_set_cancel(int bit, int on)
{
	int was;

	__heddle_atomic_begin();
	was = __heddle_me->cancel;
	__heddle_me->cancel = on ? was | bit : was & ~bit;
	__heddle_atomic_end();
	return (was & bit) != 0;
}

int pthread_setcancelstate(int state, int *old)
{
	int was;

	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	was = __heddle_set_cancel(HEDDLE_CANCEL_DISABLED, state == PTHREAD_CANCEL_DISABLE);
	if (old)
		*old = was ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	int was;

	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	was = __heddle_set_cancel(HEDDLE_CANCEL_ASYNCHRONOUS, type == PTHREAD_CANCEL_ASYNCHRONOUS);
	if (old)
		*old = was ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
	return 0;
}

void pthread_testcancel(void)
{
	__heddle_cancellation_point();
}

/*
 * glibc's own headers turn pthread_cleanup_push into these. The frame takes
 * part in pthread_exit through longjmp, so pthread_exit inside is unsupported.
 */
static _Thread_local int __heddle_foreign_cleanups;

void __heddle_refuse_exit(void)
{
	if (__heddle_foreign_cleanups)
		__heddle_unsupported("pthread_exit inside glibc's pthread_cleanup_push");
}

void __pthread_register_cancel(void *frame)
{
	(void)frame;
	__heddle_foreign_cleanups++;
}

void __pthread_unregister_cancel(void *frame)
{
	(void)frame;
	__heddle_foreign_cleanups--;
}
