/*
 * mutexattr.c - attributes of mutexes, read-write locks, condition variables and
 * barriers. The first int of a mutex attribute is the kind, that of a condition
 * attribute the clock, that of a read-write lock's attribute who is preferred.
 * Sharing between processes, protocols and ceilings have no effect on which
 * schedules the threads of one process have and are not kept.
 */
#include <errno.h>
#include <pthread.h>
#include "mutex.h"
#include "process.h"

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
	*(int *)attr = PTHREAD_MUTEX_NORMAL;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind)
{
	if (kind < 0 || kind > 3)
		return EINVAL;
	*(int *)attr = (*(int *)attr & HEDDLE_ATTR_ROBUST) | kind;
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *kind)
{
	*kind = *(const int *)attr & ~HEDDLE_ATTR_ROBUST;
	return 0;
}

static int __heddle_set_shared(int shared)
{
	if (shared == PTHREAD_PROCESS_SHARED)
		HEDDLE_SHARE();
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
	(void)attr;
	return __heddle_set_shared(shared);
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
	(void)attr;
	return protocol >= 0 && protocol <= 2 ? 0 : EINVAL;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
	(void)attr, (void)ceiling;
	return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
	if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
		return EINVAL;
	*(int *)attr = (*(int *)attr & ~HEDDLE_ATTR_ROBUST) | (robust ? HEDDLE_ATTR_ROBUST : 0);
	return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
	*robust = *(const int *)attr & HEDDLE_ATTR_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
	return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
	(void)attr;
	*protocol = PTHREAD_PRIO_NONE;
	return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
	*(int *)attr = PTHREAD_RWLOCK_DEFAULT_NP;
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
	(void)attr;
	return __heddle_set_shared(shared);
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind)
{
	if (kind < 0 || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
		return EINVAL;
	*(int *)attr = kind;
	return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind)
{
	*kind = *(const int *)attr;
	return 0;
}

int pthread_condattr_init(pthread_condattr_t *attr)
{
	*(int *)attr = 0;
	return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
	(void)attr;
	return __heddle_set_shared(shared);
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
	if (clock != 0 && clock != 1) /* CLOCK_REALTIME, CLOCK_MONOTONIC */
		return EINVAL;
	*(int *)attr = clock;
	return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
	*clock = *(const int *)attr;
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
	(void)attr;
	return __heddle_set_shared(shared);
}
