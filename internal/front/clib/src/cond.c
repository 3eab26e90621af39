/*
 * cond.c - POSIX condition variables (semantics 12).
 *
 * A wait is two visible operations: unlock and enqueue; leave and re-lock. The
 * condition variable's bytes hold
 *
 *	waiting    threads enqueued and not chosen yet, one bit per thread index
 *	signalled  threads that a signal chose and that have not left yet
 *	round      the number of broadcasts so far
 *	state      HEDDLE_DESTROYED or 0; kept in programs that destroy condition variables only
 *	mutex      that of the last wait: all waiting threads have the same
 *	broadcast  threads that a broadcast chose and that have not left yet; kept in
 *	           programs that destroy condition variables only
 *
 * A thread whose wait ends by a spurious wake-up never enqueues: it unlocks and
 * locks again, and no signal chooses it. The choice is made with the first operation, so
 * that a thread that enqueued is blocked until a signal chooses it (semantics 11.5).
 *
 * A waiting thread may continue when its bit is no longer in waiting. Order: a
 * signal sends on the channel of the thread that it wakes (0..63), broadcast
 * number r on channel 64+r. A thread that enqueued in round r and was not
 * signalled was woken by broadcast r, since that was the next one.
 *
 * A chosen thread no longer waits: the condition variable may be destroyed, and its memory
 * be used for anything, before the thread has left (semantics 12.8). The destruction
 * records these threads elsewhere, and they do not access the bytes again.
 *
 * All bytes zero is the initial state, as in the static initialiser.
 */
#include <errno.h>
#include <pthread.h>
#include "attr.h"
#include "intrinsics.h"
#include "mutex.h"
#include "cond.h"
#include "process.h"
#include "thread.h"

#define ROUND_CHANNEL(round) ((long long)(64ULL + (round)))

_Thread_local unsigned char __heddle_waits;

/* Of spurious wake-ups a loop that does nothing but wait needs one, its last. */
static int __heddle_spurious(void)
{
	if (__heddle_waits == HEDDLE_WAITS_AGAIN)
		return __heddle_flip(HEDDLE_CHOOSE_SPURIOUS_AGAIN);
	return __heddle_flip(HEDDLE_CHOOSE_SPURIOUS);
}

/*
 * Threads that were chosen and had not left when the object for which they waited
 * was destroyed, by the choosing operation.
 */
static struct {
	unsigned long long signalled;
	unsigned long long broadcast;
} __heddle_gone;

void __heddle_share_conditions(void)
{
	__heddle_share(&__heddle_gone);
}

enum { HEDDLE_GONE_SIGNALLED = 1, HEDDLE_GONE_BROADCAST = 2 };

void (*__heddle_cond_hook)(const unsigned *state);

/* The threads that wait at a condition variable at one time use one mutex. Inside a section. */
static void __heddle_bind(struct __heddle_cond *c, struct __heddle_mutex *m)
{
	struct __heddle_mutex *other = c->mutex;

	c->mutex = m;
	__heddle_assert(!other || other == m || c->waiting == 0, "two-mutexes", HEDDLE_PROPERTY_LOCK);
}

/*
 * Whether the running thread is one of these, and no longer: a hook, null in programs that
 * destroy no condition variable, and its target. Inside a section.
 */
int (*__heddle_gone_hook)(unsigned long long self);

int __heddle_is_gone(unsigned long long self)
{
	if (__heddle_gone.signalled & self) {
		__heddle_gone.signalled &= ~self;
		return HEDDLE_GONE_SIGNALLED;
	}
	if (__heddle_gone.broadcast & self) {
		__heddle_gone.broadcast &= ~self;
		return HEDDLE_GONE_BROADCAST;
	}
	return 0;
}

/* Wakes one of the threads that wait, if there are any. Inside a section. */
static void __heddle_wake(struct __heddle_cond *c)
{
	unsigned long long waiting = c->waiting;

	if (waiting) {
		int chosen = __heddle_choose_bit(waiting, HEDDLE_CHOOSE_WAKE);
		unsigned long long bit = 1ULL << chosen;

		c->waiting = waiting & ~bit;
		c->signalled |= bit;
		__heddle_send(c, chosen);
	}
}

/* Handlers run until the thread is chosen, or ends its wait in another way. */
static void __heddle_wait_beside_signals(struct __heddle_cond *c, unsigned long long self, int ready)
{
	int interrupted;

	do {
		__heddle_atomic_begin();
		ready |= !(c->waiting & self) | HEDDLE_IS_CANCELLED_NOW();
		interrupted = HEDDLE_IS_INTERRUPTED(ready);
		__heddle_block_until(ready | interrupted, HEDDLE_BLOCK_CONDITION);
		__heddle_atomic_end();
		if (interrupted)
			__heddle_interrupted_hook();
	} while (interrupted);
}

/*
 * A timed wait is never blocked on the condition. A thread that is scheduled before
 * it is chosen has timed out; a chosen thread may have (POSIX lets a time-out
 * consume a signal). That choice comes after the lock, on which the thread does
 * block. A cancelled thread locks as well, for its cleanup handlers, and passes on a
 * signal that chose it.
 */
int __heddle_cond_wait(struct __heddle_cond *c, struct __heddle_mutex *m, int timed)
{
	unsigned long long self = 1ULL << __heddle_self();
	unsigned round = 0;
	int result, gone, woken, chosen, alone = 0, cancelled = 0;

	__heddle_atomic_begin();
	HEDDLE_USE(__heddle_cond_hook, &c->state);
	__heddle_bind(c, m);
	result = __heddle_mutex_unlock(m);
	if (result == 0) {
		if (!timed)
			alone = __heddle_spurious();
		round = c->round;
		c->waiting |= alone ? 0 : self;
		cancelled = HEDDLE_IS_CANCELLED(0);
	}
	__heddle_atomic_end();
	if (result)
		return result;

	if (__heddle_interrupted_hook)
		__heddle_wait_beside_signals(c, self, alone | timed | cancelled);
	__heddle_atomic_begin();
	gone = __heddle_gone_hook && !alone ? __heddle_gone_hook(self) : 0;
	woken = gone || (!alone && !(c->waiting & self));
	if (!cancelled)
		cancelled = HEDDLE_IS_CANCELLED(timed | alone | woken);
	if (!timed) {
		__heddle_block_until(alone | woken | cancelled, HEDDLE_BLOCK_CONDITION);
		if (alone && __heddle_waits != HEDDLE_WAITS_FREELY)
			__heddle_waits = HEDDLE_WAITS_AGAIN;
	}
	result = __heddle_mutex_lock(m);
	if (timed && woken)
		woken = !__heddle_flip(HEDDLE_CHOOSE_TIMEOUT);
	chosen = gone ? gone == HEDDLE_GONE_SIGNALLED : !alone && (c->signalled & self);
	if (woken)
		__heddle_recv(c, chosen ? __heddle_self() : ROUND_CHANNEL(round));
	if (!gone && !alone) {
		c->waiting &= ~self;
		c->signalled &= ~self;
		if (__heddle_gone_hook)
			c->broadcast &= ~self;
		if (cancelled && chosen)
			__heddle_wake(c);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return result ? result : timed && !woken ? ETIMEDOUT : 0;
}

int __heddle_cond_timedwait(struct __heddle_cond *c, struct __heddle_mutex *m,
			    const struct timespec *when)
{
	if ((unsigned long)when->tv_nsec >= 1000000000)
		return EINVAL;
	return __heddle_cond_wait(c, m, 1);
}

void __heddle_cond_signal(struct __heddle_cond *c)
{
	__heddle_atomic_begin();
	HEDDLE_USE(__heddle_cond_hook, &c->state);
	__heddle_wake(c);
	__heddle_atomic_end();
}

void __heddle_cond_broadcast(struct __heddle_cond *c)
{
	unsigned round;

	__heddle_atomic_begin();
	HEDDLE_USE(__heddle_cond_hook, &c->state);
	round = c->round;
	__heddle_send(c, ROUND_CHANNEL(round));
	c->round = round + 1;
	if (__heddle_gone_hook)
		c->broadcast |= c->waiting;
	c->waiting = 0;
	__heddle_atomic_end();
}

void __heddle_cond_init(struct __heddle_cond *c)
{
	__heddle_atomic_begin();
	c->waiting = 0;
	c->signalled = 0;
	c->round = 0;
	c->mutex = 0;
	c->broadcast = 0;
	if (__heddle_cond_hook)
		c->state = 0;
	__heddle_atomic_end();
}

/* Destroying while threads wait is undefined; those already chosen leave on their own. */
void __heddle_cond_destroy(struct __heddle_cond *c)
{
	__heddle_atomic_begin();
	__heddle_check_destroyed(&c->state);
	__heddle_assert(c->waiting == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	c->state = HEDDLE_DESTROYED;
	if (c->signalled | c->broadcast) {
		__heddle_gone.signalled |= c->signalled;
		__heddle_gone.broadcast |= c->broadcast;
	}
	__heddle_atomic_end();
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
	(void)attr;
	__heddle_cond_init(HEDDLE_COND(cond));
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
	__heddle_cond_destroy(HEDDLE_COND(cond));
	return 0;
}

__heddle_role(wait, condition)
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	return __heddle_cond_wait(HEDDLE_COND(cond), HEDDLE_MUTEX(mutex), 0);
}

__heddle_role(timedwait, condition)
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *when)
{
	return __heddle_cond_timedwait(HEDDLE_COND(cond), HEDDLE_MUTEX(mutex), when);
}

__heddle_role(timedwait, condition)
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
			   const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	return __heddle_cond_timedwait(HEDDLE_COND(cond), HEDDLE_MUTEX(mutex), when);
}

__heddle_role(signal, condition)
int pthread_cond_signal(pthread_cond_t *cond)
{
	__heddle_cond_signal(HEDDLE_COND(cond));
	return 0;
}

__heddle_role(broadcast, condition)
int pthread_cond_broadcast(pthread_cond_t *cond)
{
	__heddle_cond_broadcast(HEDDLE_COND(cond));
	return 0;
}
