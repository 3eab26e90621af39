/*
 * spin.c - POSIX spin locks: a lock, not a loop. Taking one twice blocks on
 * oneself. Order: as for mutexes.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "mutex.h"

void (*__heddle_spin_hook)(const unsigned *state);
#define USE(l) HEDDLE_USE(__heddle_spin_hook, (const unsigned *)(l))

__heddle_role(init, spinlock)
int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	(void)shared;
	__heddle_atomic_begin();
	__heddle_lock_reset((void *)l);
	*l = 0;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(destroy, spinlock)
int pthread_spin_destroy(pthread_spinlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	__heddle_check_destroyed((const unsigned *)l);
	held = __heddle_lock_state((void *)l);
	__heddle_assert(held == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	if (!held)
		*l = (int)HEDDLE_DESTROYED;
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}

__heddle_role(lock, spinlock)
int pthread_spin_lock(pthread_spinlock_t *l)
{
	__heddle_atomic_begin();
	USE(l);
	__heddle_acquire((void *)l, HEDDLE_EXCLUSIVE);
	__heddle_recv((void *)l, 0);
	__heddle_acquired();
	__heddle_atomic_end();
	return 0;
}

__heddle_role(trylock, spinlock)
int pthread_spin_trylock(pthread_spinlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state((void *)l);
	if (!held) {
		__heddle_acquire((void *)l, HEDDLE_EXCLUSIVE);
		__heddle_recv((void *)l, 0);
		__heddle_acquired();
	}
	__heddle_atomic_end();
	return held ? EBUSY : 0;
}

__heddle_role(unlock, spinlock)
int pthread_spin_unlock(pthread_spinlock_t *l)
{
	int held;

	__heddle_atomic_begin();
	USE(l);
	held = __heddle_lock_state((void *)l);
	__heddle_assert(held != 0, "unlock-free", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(!(held & HEDDLE_HELD_BY_OTHER), "unlock-not-owned", HEDDLE_PROPERTY_LOCK);
	if (held) {
		__heddle_send((void *)l, 0);
		__heddle_release((void *)l);
		__heddle_released();
	}
	__heddle_atomic_end();
	return 0;
}
