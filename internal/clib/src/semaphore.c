/*
 * semaphore.c - POSIX unnamed semaphores: the value is the first word of sem_t.
 * Order: a post happens before every later successful wait (channel 0). Named
 * semaphores have no model.
 */
#include <errno.h>
#include <semaphore.h>
#include "intrinsics.h"
#include "thread.h"

#define VALUE(s) (*(unsigned *)(s))
#define MAX_VALUE 2147483647u

__heddle_role(init, semaphore)
int sem_init(sem_t *s, int shared, unsigned value)
{
	(void)shared;
	if (value > MAX_VALUE)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	VALUE(s) = value;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(destroy, semaphore)
int sem_destroy(sem_t *s)
{
	(void)s;
	return 0;
}

__heddle_role(lock, semaphore)
int sem_wait(sem_t *s)
{
	unsigned value;
	int cancelled;

	__heddle_cancellation_point();
	__heddle_atomic_begin();
	value = VALUE(s);
	cancelled = HEDDLE_IS_CANCELLED(value > 0);
	if (!cancelled) {
		__heddle_block_until(value > 0, HEDDLE_BLOCK_SEMAPHORE);
		VALUE(s) = value - 1;
		__heddle_recv(s, 0);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return 0;
}

/* Whether the semaphore could be decremented. */
static int __heddle_sem_take(sem_t *s)
{
	unsigned value;

	__heddle_atomic_begin();
	value = VALUE(s);
	if (value) {
		VALUE(s) = value - 1;
		__heddle_recv(s, 0);
	}
	__heddle_atomic_end();
	return value > 0;
}

__heddle_role(trylock, semaphore)
int sem_trywait(sem_t *s)
{
	return __heddle_sem_take(s) ? 0 : __heddle_error(EAGAIN);
}

/* Never blocks: see pthread_mutex_timedlock. */
__heddle_role(trylock, semaphore)
int sem_timedwait(sem_t *s, const struct timespec *when)
{
	__heddle_cancellation_point();
	if (__heddle_sem_take(s))
		return 0;
	return __heddle_error((unsigned long)when->tv_nsec < 1000000000 ? ETIMEDOUT : EINVAL);
}

__heddle_role(trylock, semaphore)
int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *when)
{
	(void)clock;
	return sem_timedwait(s, when);
}

__heddle_role(unlock, semaphore)
int sem_post(sem_t *s)
{
	unsigned value;

	__heddle_atomic_begin();
	value = VALUE(s);
	if (value != MAX_VALUE) {
		VALUE(s) = value + 1;
		__heddle_send(s, 0);
	}
	__heddle_atomic_end();
	return value != MAX_VALUE ? 0 : __heddle_error(EOVERFLOW);
}

__heddle_role(peek, semaphore)
int sem_getvalue(sem_t *s, int *value)
{
	unsigned now;

	__heddle_atomic_begin();
	now = VALUE(s);
	__heddle_atomic_end();
	*value = (int)now;
	return 0;
}
