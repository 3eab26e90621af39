/*
 * mutexattr.c - attributes of mutexes, read-write locks, condition variables and
 * barriers. The int of a mutex attribute has its parts at glibc's places (mutex.h).
 * The int of a condition variable's attribute has the sharing in bit 0 and the clock
 * above it. A read-write lock's attribute has the kind and the sharing; a barrier's
 * has the sharing. Sharing between processes, protocols and ceilings have no effect
 * on the schedules; they are kept so that the program reads back its values.
 */
#include <errno.h>
#include <pthread.h>
#include "attr.h"
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

/* Replaces the bits of a mask in an attribute. */
static void __heddle_set_bits(pthread_mutexattr_t *attr, unsigned mask, unsigned bits)
{
	*(unsigned *)attr = (*(unsigned *)attr & ~mask) | bits;
}

static unsigned __heddle_get_bits(const pthread_mutexattr_t *attr)
{
	return *(const unsigned *)attr;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind)
{
	if (kind < 0 || kind > 3)
		return EINVAL;
	__heddle_set_bits(attr, HEDDLE_ATTR_KIND, (unsigned)kind);
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *kind)
{
	*kind = (int)(__heddle_get_bits(attr) & HEDDLE_ATTR_KIND);
	return 0;
}

static int __heddle_is_sharing(int shared)
{
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED;
}

/* The model of robust mutexes knows the threads of one process only. */
static void __heddle_note_robust(const pthread_mutexattr_t *attr)
{
	unsigned bits = __heddle_get_bits(attr);

	if (bits & HEDDLE_ATTR_ROBUST && bits & HEDDLE_ATTR_SHARED)
		HEDDLE_SHARE();
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
	if (!__heddle_is_sharing(shared))
		return EINVAL;
	__heddle_set_bits(attr, HEDDLE_ATTR_SHARED, shared ? HEDDLE_ATTR_SHARED : 0);
	__heddle_note_robust(attr);
	return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared)
{
	*shared = __heddle_get_bits(attr) & HEDDLE_ATTR_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
	return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
	if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
		return EINVAL;
	__heddle_set_bits(attr, 3u << HEDDLE_ATTR_PROTOCOL_SHIFT, (unsigned)protocol << HEDDLE_ATTR_PROTOCOL_SHIFT);
	return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
	*protocol = (int)(__heddle_get_bits(attr) >> HEDDLE_ATTR_PROTOCOL_SHIFT & 3);
	return 0;
}

/* The priorities of SCHED_FIFO are 1 to 99. */
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
	if (ceiling < 1 || ceiling > 99)
		return EINVAL;
	__heddle_set_bits(attr, HEDDLE_ATTR_CEILING_BITS, (unsigned)ceiling << HEDDLE_ATTR_CEILING_SHIFT);
	return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling)
{
	int kept = (int)((__heddle_get_bits(attr) & HEDDLE_ATTR_CEILING_BITS) >> HEDDLE_ATTR_CEILING_SHIFT);

	*ceiling = kept ? kept : 1;
	return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
	if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
		return EINVAL;
	__heddle_set_bits(attr, HEDDLE_ATTR_ROBUST, robust ? HEDDLE_ATTR_ROBUST : 0);
	__heddle_note_robust(attr);
	return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
	*robust = __heddle_get_bits(attr) & HEDDLE_ATTR_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
	return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
	((int *)attr)[0] = PTHREAD_RWLOCK_DEFAULT_NP;
	((int *)attr)[1] = PTHREAD_PROCESS_PRIVATE;
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
	if (!__heddle_is_sharing(shared))
		return EINVAL;
	((int *)attr)[1] = shared;
	return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared)
{
	*shared = ((const int *)attr)[1];
	return 0;
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
	if (!__heddle_is_sharing(shared))
		return EINVAL;
	*(int *)attr = (*(int *)attr & ~1) | shared;
	return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared)
{
	*shared = *(const int *)attr & 1;
	return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	*(int *)attr = (*(int *)attr & 1) | clock << 1;
	return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
	*clock = *(const int *)attr >> 1;
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
	*(int *)attr = PTHREAD_PROCESS_PRIVATE;
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
	if (!__heddle_is_sharing(shared))
		return EINVAL;
	*(int *)attr = shared;
	return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared)
{
	*shared = *(const int *)attr;
	return 0;
}
