/*
 * cancel.c - cancellation is refused: pthread_cancel has no model. What only
 * prepares for it (states, types, cancellation points) has no effect then.
 */
#include <pthread.h>
#include "intrinsics.h"
#include "thread.h"

int pthread_setcancelstate(int state, int *old)
{
	(void)state;
	if (old)
		*old = PTHREAD_CANCEL_ENABLE;
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	(void)type;
	if (old)
		*old = PTHREAD_CANCEL_DEFERRED;
	return 0;
}

void pthread_testcancel(void)
{
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
