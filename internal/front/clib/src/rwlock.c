/*
 * rwlock.c - POSIX read-write locks. Waiting writers do not block readers (glibc's
 * default), unless the lock is of the kind
 * PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. There a writer that has to wait
 * announces itself in an operation of its own, and until it has the lock no reader
 * gets it, also no reader that already holds it. A thread that holds the lock for
 * writing and requests it again gets EDEADLK, as in glibc; a reader that requests it
 * for writing blocks for ever. The machine stores the holders; the bytes hold the
 * kind, at glibc's place, and the number of waiting writers.
 *
 * Order: channel 0 carries the writers' unlocks, received by every lock; channel 1
 * the readers', received by writers only.
 */
#include <errno.h>
#include <pthread.h>
#include "attr.h"
#include "intrinsics.h"
#include "mutex.h"

enum { BY_WRITER, BY_READER };

struct __heddle_rwlock {
	unsigned waiting; /* preferred writers */
	unsigned state;   /* HEDDLE_DESTROYED or 0; kept in programs that destroy any */
#ifdef __LP64__
	int unused[10];
	int kind;
#else
	int unused[4];
	unsigned char kind;
#endif
};

#define HEDDLE_RWLOCK(l) ((struct __heddle_rwlock *)(l))

void (*__heddle_rwlock_hook)(const unsigned *state);
#define USE(l) HEDDLE_USE(__heddle_rwlock_hook, &HEDDLE_RWLOCK(l)->state)

static int __heddle_prefers_writers(const void *l)
{
	return HEDDLE_RWLOCK(l)->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* Whether a reader is to let a writer go first. */
static int __heddle_writer_first(const void *l)
{
	return __heddle_prefers_writers(l) && HEDDLE_RWLOCK(l)->waiting;
}

#define HELD_FOR_WRITING (HEDDLE_HELD_BY_SELF | HEDDLE_HELD_BY_OTHER)

static void __heddle_rwlock_take_read(void *l)
{
	__heddle_acquire(l, HEDDLE_SHARED);
	__heddle_recv(l, BY_WRITER);
	__heddle_acquired();
}

static void __heddle_rwlock_take_write(void *l)
{
	__heddle_acquire(l, HEDDLE_EXCLUSIVE);
	__heddle_recv(l, BY_WRITER);
	__heddle_recv(l, BY_READER);
	__heddle_acquired();
}

__heddle_role(rdlock, rwlock)
int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l) & HEDDLE_HELD_BY_SELF;
	if (!held) {
		if (__heddle_prefers_writers(l))
			__heddle_block_until(!HEDDLE_RWLOCK(l)->waiting, HEDDLE_BLOCK_WRITER);
		__heddle_rwlock_take_read(l);
	}
	__heddle_atomic_end();
	return held ? EDEADLOCK : 0;
}

__heddle_role(lock, rwlock)
int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	int held, wait;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l);
	wait = held && !(held & HEDDLE_HELD_BY_SELF) && __heddle_prefers_writers(l);
	held &= HEDDLE_HELD_BY_SELF;
	if (wait)
		HEDDLE_RWLOCK(l)->waiting++;
	else if (!held)
		__heddle_rwlock_take_write(l);
	__heddle_atomic_end();
	if (wait) {
		__heddle_atomic_begin();
		__heddle_rwlock_take_write(l);
		HEDDLE_RWLOCK(l)->waiting--;
		__heddle_atomic_end();
	}
	return held ? EDEADLOCK : 0;
}

__heddle_role(tryrdlock, rwlock)
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l) & HELD_FOR_WRITING;
	if (!held && __heddle_writer_first(l))
		held = HEDDLE_HELD_BY_OTHER;
	if (!held)
		__heddle_rwlock_take_read(l);
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}

__heddle_role(trylock, rwlock)
int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l);
	if (!held)
		__heddle_rwlock_take_write(l);
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}

/* The timed forms: see pthread_mutex_timedlock. The time is checked first, as in glibc. */
__heddle_role(tryrdlock, rwlock)
int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *when)
{
	int held;

	if ((unsigned long)when->tv_nsec >= 1000000000)
		return EINVAL;
	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l) & HELD_FOR_WRITING;
	if (!held && __heddle_writer_first(l))
		held = HEDDLE_HELD_BY_OTHER;
	if (!held)
		__heddle_rwlock_take_read(l);
	__heddle_atomic_end();
	return !held ? 0 : held & HEDDLE_HELD_BY_SELF ? EDEADLOCK : ETIMEDOUT;
}

__heddle_role(trylock, rwlock)
int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *when)
{
	int held;

	if ((unsigned long)when->tv_nsec >= 1000000000)
		return EINVAL;
	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l);
	if (!held)
		__heddle_rwlock_take_write(l);
	__heddle_atomic_end();
	return !held ? 0 : held & HEDDLE_HELD_BY_SELF ? EDEADLOCK : ETIMEDOUT;
}

__heddle_role(tryrdlock, rwlock)
int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	return pthread_rwlock_timedrdlock(l, when);
}

__heddle_role(trylock, rwlock)
int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	return pthread_rwlock_timedwrlock(l, when);
}

__heddle_role(unlock, rwlock)
int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state(l);
	__heddle_assert(held != 0, "unlock-free", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(held == 0 || (held & (HEDDLE_HELD_BY_SELF | HEDDLE_SHARED_BY_SELF)),
			"unlock-not-owned", HEDDLE_PROPERTY_LOCK);
	if (held) {
		__heddle_send(l, held & HELD_FOR_WRITING ? BY_WRITER : BY_READER);
		__heddle_release(l);
		__heddle_released();
	}
	__heddle_atomic_end();
	return 0;
}

__heddle_role(init, rwlock)
int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	int kind = attr ? *(const int *)attr : PTHREAD_RWLOCK_DEFAULT_NP;

	__heddle_atomic_begin();
	__heddle_lock_reset(l);
	HEDDLE_RWLOCK(l)->waiting = 0;
	if (__heddle_rwlock_hook)
		HEDDLE_RWLOCK(l)->state = 0;
	HEDDLE_RWLOCK(l)->kind = kind;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(destroy, rwlock)
int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	__heddle_check_destroyed(&HEDDLE_RWLOCK(l)->state);
	held = __heddle_lock_state(l);
	__heddle_assert(held == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	if (!held)
		HEDDLE_RWLOCK(l)->state = HEDDLE_DESTROYED;
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}
