/*
 * mutex.c - POSIX mutexes.
 *
 * A second lock of a normal mutex by its holder blocks for ever, which is a deadlock.
 * An unlock by a thread that does not hold the mutex violates the property lock. If
 * that is not checked, the unlock of a normal mutex releases it all the same, and the
 * unlock of a free one has no effect. The text of a lock assertion is the verdict.Kind.
 *
 * A held mutex that is initialised again, or whose bytes the program writes, is free
 * then, as in glibc, without an unlock; that violates lock, too.
 *
 * Order: an unlock happens before every later lock of the same mutex (channel 0). A
 * failing trylock synchronises nothing.
 */
#include <errno.h>
#include <pthread.h>
#include "attr.h"
#include "intrinsics.h"
#include "mutex.h"
#include "thread.h"

int (*__heddle_robust_hook)(struct __heddle_mutex *m, int unlocks);

/* Kinds beyond those below: robust ones, or none. */
static int __heddle_robust_call(struct __heddle_mutex *m, int kind, int unlocks)
{
	if ((unsigned)(kind & ~HEDDLE_MUTEX_ROBUST) <= HEDDLE_MUTEX_ERRORCHECK && __heddle_robust_hook)
		return __heddle_robust_hook(m, unlocks);
	return EINVAL;
}

/* Bytes with the mark for destroyed belong to a destroyed mutex, or to memory that never was a mutex. */
static void __heddle_check_alive(struct __heddle_mutex *m, int kind)
{
	int dead = kind == HEDDLE_MUTEX_DESTROYED;

	__heddle_assert(!dead || m->owner == HEDDLE_OWNER_DESTROYED, "never-initialised", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(!dead || m->owner != HEDDLE_OWNER_DESTROYED, "use-after-destroy", HEDDLE_PROPERTY_LOCK);
}

/* Every kind but normal; an invalid kind makes all calls fail. */
static int __heddle_mutex_lock_special(struct __heddle_mutex *m, int kind)
{
	__heddle_check_alive(m, kind);
	if ((unsigned)kind > HEDDLE_MUTEX_ADAPTIVE)
		return __heddle_robust_call(m, kind, 0);
	if (kind != HEDDLE_MUTEX_ADAPTIVE &&
	    (__heddle_lock_state(m) & HEDDLE_HELD_BY_SELF)) {
		if (kind == HEDDLE_MUTEX_ERRORCHECK)
			return EDEADLOCK;
		m->count++;
		return 0;
	}
	__heddle_acquire(m, HEDDLE_EXCLUSIVE);
	__heddle_recv(m, 0);
	__heddle_acquired();
	return 0;
}

int __heddle_mutex_lock(struct __heddle_mutex *m)
{
	int kind = m->kind;

	if (kind != HEDDLE_MUTEX_NORMAL)
		return __heddle_mutex_lock_special(m, kind);
	__heddle_acquire(m, HEDDLE_EXCLUSIVE);
	__heddle_recv(m, 0);
	__heddle_acquired();
	return 0;
}

int __heddle_mutex_trylock(struct __heddle_mutex *m)
{
	int held = __heddle_lock_state(m);

	if (held && !((m->kind & ~HEDDLE_MUTEX_ROBUST) == HEDDLE_MUTEX_RECURSIVE && held == HEDDLE_HELD_BY_SELF))
		return EBUSY;
	return __heddle_mutex_lock(m);
}

/* A normal or adaptive mutex, given who holds it. */
static int __heddle_mutex_give(struct __heddle_mutex *m, int held)
{
	__heddle_assert(held != 0, "unlock-free", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(!(held & HEDDLE_HELD_BY_OTHER), "unlock-not-owned", HEDDLE_PROPERTY_LOCK);
	if (held) {
		__heddle_send(m, 0);
		__heddle_release(m);
		__heddle_released();
	}
	return 0;
}

/* Every kind but normal. */
static int __heddle_mutex_unlock_special(struct __heddle_mutex *m, int kind, int held)
{
	__heddle_check_alive(m, kind);
	if ((unsigned)kind > HEDDLE_MUTEX_ADAPTIVE)
		return __heddle_robust_call(m, kind, 1);
	if (kind == HEDDLE_MUTEX_ADAPTIVE)
		return __heddle_mutex_give(m, held);
	if (!(held & HEDDLE_HELD_BY_SELF))
		return EPERM;
	if (kind == HEDDLE_MUTEX_RECURSIVE && m->count) {
		m->count--;
		return 0;
	}
	__heddle_send(m, 0);
	__heddle_release(m);
	__heddle_released();
	return 0;
}

int __heddle_mutex_unlock(struct __heddle_mutex *m)
{
	int kind = m->kind;
	int held = __heddle_lock_state(m);

	if (kind != HEDDLE_MUTEX_NORMAL)
		return __heddle_mutex_unlock_special(m, kind, held);
	return __heddle_mutex_give(m, held);
}

/* Handlers run while the thread waits. */
static int __heddle_lock_beside_signals(struct __heddle_mutex *m)
{
	int result, interrupted;

	for (;;) {
		__heddle_atomic_begin();
		interrupted = HEDDLE_IS_INTERRUPTED(!__heddle_lock_state(m));
		result = interrupted ? 0 : __heddle_mutex_lock(m);
		__heddle_atomic_end();
		if (!interrupted)
			return result;
		__heddle_interrupted_hook();
	}
}

__heddle_role(lock, mutex)
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	int result;

	if (__heddle_interrupted_hook)
		return __heddle_lock_beside_signals(HEDDLE_MUTEX(mutex));
	__heddle_atomic_begin();
	result = __heddle_mutex_lock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return result;
}

__heddle_role(trylock, mutex)
int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	int result;

	__heddle_atomic_begin();
	result = __heddle_mutex_trylock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return result;
}

/*
 * A timed lock never blocks: waiting is not being scheduled, and a thread that
 * is scheduled while the mutex is held has timed out.
 */
__heddle_role(trylock, mutex)
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *when)
{
	int result;

	__heddle_atomic_begin();
	if (HEDDLE_MUTEX(mutex)->kind == HEDDLE_MUTEX_ERRORCHECK &&
	    (__heddle_lock_state(mutex) & HEDDLE_HELD_BY_SELF))
		result = EDEADLOCK;
	else
		result = __heddle_mutex_trylock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	if (result != EBUSY)
		return result;
	return (unsigned long)when->tv_nsec < 1000000000 ? ETIMEDOUT : EINVAL;
}

__heddle_role(trylock, mutex)
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	return pthread_mutex_timedlock(mutex, when);
}

__heddle_role(unlock, mutex)
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int result;

	__heddle_atomic_begin();
	result = __heddle_mutex_unlock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return result;
}

void __heddle_lock_reset(void *lock)
{
	int held = __heddle_lock_state(lock);

	__heddle_assert(held == 0, "init-held", HEDDLE_PROPERTY_LOCK);
	if (held)
		__heddle_release(lock);
}

/*
 * Calls of these stand where the program writes the bytes of locks: every so many
 * bytes another one, all at once as far as others are concerned.
 */
__heddle_role(overwrite, mutex)
void __heddle_overwritten(void *lock, unsigned long n, unsigned long stride)
{
	for (unsigned long i = 0; i < n; i++) {
		void *at = (char *)lock + i * stride;
		int held;

		__heddle_atomic_begin();
		held = __heddle_lock_state(at);
		__heddle_assert(held == 0, "overwrite-held", HEDDLE_PROPERTY_LOCK);
		if (held)
			__heddle_release(at);
		__heddle_atomic_end();
	}
}

__heddle_role(init, mutex)
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
	int kind = attr ? *(const int *)attr : PTHREAD_MUTEX_NORMAL;
	int robust = kind & HEDDLE_ATTR_ROBUST ? HEDDLE_MUTEX_ROBUST : 0;

	if (robust && kind & HEDDLE_ATTR_CEILING)
		return ENOTSUP;

	kind &= HEDDLE_ATTR_KIND;
	if (kind == HEDDLE_MUTEX_ADAPTIVE)
		kind = HEDDLE_MUTEX_NORMAL;
	__heddle_atomic_begin();
	__heddle_lock_reset(mutex);
	if (robust)
		HEDDLE_MUTEX(mutex)->lock = 0;
	HEDDLE_MUTEX(mutex)->kind = kind | robust;
	HEDDLE_MUTEX(mutex)->count = 0;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(destroy, mutex)
int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	int held;

	__heddle_atomic_begin();
	held = __heddle_lock_state(mutex);
	__heddle_assert(held == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	if (!held) {
		HEDDLE_MUTEX(mutex)->kind = HEDDLE_MUTEX_DESTROYED;
		HEDDLE_MUTEX(mutex)->owner = HEDDLE_OWNER_DESTROYED;
	}
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling)
{
	(void)mutex, (void)ceiling;
	return EINVAL;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old)
{
	(void)mutex, (void)ceiling, (void)old;
	return EINVAL;
}
