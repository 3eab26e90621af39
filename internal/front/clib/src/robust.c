/*
 * robust.c - robust mutexes: if the owner ends the mutex is free, and the next
 * locker gets EOWNERDEAD. The first word of a mutex has its state. Only programs
 * with pthread_mutexattr_setrobust contain this.
 *
 * Order: the owner's end counts as an unlock.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "mutex.h"

enum { CONSISTENT = 0, OWNER_DEAD = 1, NOT_RECOVERABLE = 2 };

enum { HELD = 8 };

/* The robust mutexes that the thread holds. */
static _Thread_local struct __heddle_mutex *__heddle_robust_held[HELD];
static _Thread_local int __heddle_robust_count;

static int __heddle_robust_lock(struct __heddle_mutex *m, int kind)
{
	int state = m->lock, n = __heddle_robust_count;

	if (kind != HEDDLE_MUTEX_NORMAL && (__heddle_lock_state(m) & HEDDLE_HELD_BY_SELF)) {
		if (kind == HEDDLE_MUTEX_ERRORCHECK)
			return EDEADLOCK;
		m->count++;
		return 0;
	}
	if (state == NOT_RECOVERABLE)
		return ENOTRECOVERABLE;
	__heddle_acquire(m, HEDDLE_EXCLUSIVE);
	__heddle_recv(m, 0);
	if (n == HELD)
		__heddle_unsupported("more than 8 robust mutexes that one thread holds");
	__heddle_robust_held[n] = m;
	__heddle_robust_count = n + 1;
	return state == OWNER_DEAD ? EOWNERDEAD : 0;
}

static int __heddle_robust_unlock(struct __heddle_mutex *m, int kind)
{
	int n = __heddle_robust_count - 1;

	if (!(__heddle_lock_state(m) & HEDDLE_HELD_BY_SELF))
		return EPERM;
	if (kind == HEDDLE_MUTEX_RECURSIVE && m->count) {
		m->count--;
		return 0;
	}
	for (int i = 0; i < n; i++)
		if (__heddle_robust_held[i] == m)
			__heddle_robust_held[i] = __heddle_robust_held[n];
	__heddle_robust_count = n;
	if (m->lock == OWNER_DEAD)
		m->lock = NOT_RECOVERABLE;
	__heddle_send(m, 0);
	__heddle_release(m);
	return 0;
}

int __heddle_robust(struct __heddle_mutex *m, int unlocks)
{
	int kind = m->kind & ~HEDDLE_MUTEX_ROBUST;

	return unlocks ? __heddle_robust_unlock(m, kind) : __heddle_robust_lock(m, kind);
}

/* One whose bytes the program wrote over meanwhile is not held any more. */
void __heddle_robust_end(void)
{
	for (int i = 0; i < __heddle_robust_count; i++) {
		struct __heddle_mutex *m = __heddle_robust_held[i];

		__heddle_atomic_begin();
		if (__heddle_lock_state(m) & HEDDLE_HELD_BY_SELF) {
			m->lock = OWNER_DEAD;
			m->count = 0;
			__heddle_send(m, 0);
			__heddle_release(m);
		}
		__heddle_atomic_end();
	}
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
	struct __heddle_mutex *m = HEDDLE_MUTEX(mutex);
	int result = EINVAL;

	__heddle_atomic_begin();
	if ((m->kind & HEDDLE_MUTEX_ROBUST) && m->lock == OWNER_DEAD) {
		m->lock = CONSISTENT;
		result = 0;
	}
	__heddle_atomic_end();
	return result;
}
