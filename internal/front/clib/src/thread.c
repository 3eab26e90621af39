/*
 * thread.c - POSIX threads: creation, end, join, detach, cleanup handlers.
 *
 * The handle of a thread is the address of its descriptor, a model object.
 * Creation stores the identifier before the thread starts, as glibc does. A null
 * identifier violates the property memory; when that is not checked, creation
 * goes on without it, since many test programs pass one.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "process.h"
#include "thread.h"
#include "attr.h"

struct __heddle_thread __heddle_main_thread;

_Thread_local struct __heddle_thread *__heddle_me = &__heddle_main_thread;

void (*__heddle_tsd_hook)(void);

void (*__heddle_cleanup_hook)(void);

void (*__heddle_robust_end_hook)(void);

void (*__heddle_end_hook)(void);

int (*__heddle_open_hook)(int goes_on);
int (*__heddle_interrupted_hook)(void);
int (*__heddle_cancel_hook)(int goes_on);
void (*__heddle_cancelled_hook)(void);

void (*__heddle_routine_hook)(void);

unsigned long long (*__heddle_blocked_hook)(void);
void (*__heddle_block_hook)(unsigned long long signals);
void (*__heddle_register_hook)(struct __heddle_thread *);
void (*__heddle_number_hook)(struct __heddle_thread *);

/* A pthread_cleanup_push that has not been popped; it lives in the user's frame. */
static _Thread_local struct __heddle_cleanup *__heddle_cleanups;

/* Notes how far the running thread is, for whoever cancels or joins it. */
static void __heddle_note(int bit)
{
	if (!__heddle_cancel_hook)
		return;
	__heddle_atomic_begin();
	__heddle_me->cancel |= bit;
	__heddle_atomic_end();
}

/* Signals that the thread does not block act before its end, as on Linux. Later ones do not count on it. */
void __heddle_note_end(void)
{
	int interrupted;

	do {
		__heddle_atomic_begin();
		interrupted = HEDDLE_IS_INTERRUPTED(0);
		if (!interrupted)
			__heddle_me->cancel |= HEDDLE_CANCEL_ENDED;
		__heddle_atomic_end();
		if (interrupted)
			__heddle_interrupted_hook();
	} while (interrupted);
}

/* All that is left of the thread, if anything, is its end. */
int __heddle_has_ended(struct __heddle_thread *t)
{
	int ended;

	__heddle_atomic_begin();
	ended = t->cancel & HEDDLE_CANCEL_ENDED;
	__heddle_atomic_end();
	return ended;
}

void (*__heddle_holds_hook)(void);

_Noreturn void __heddle_thread_finish(void *result)
{
	if (__heddle_tsd_hook)
		__heddle_tsd_hook();
	if (__heddle_robust_end_hook)
		__heddle_robust_end_hook();
	if (__heddle_holds_hook)
		__heddle_holds_hook();
	__heddle_note(HEDDLE_CANCEL_ENDED);
	if (__heddle_end_hook)
		__heddle_end_hook();
	__heddle_me->result = result;
	__heddle_thread_exit();
}

void __heddle_thread_main(void *handle)
{
	struct __heddle_thread *t = handle;

	__heddle_me = t;
	HEDDLE_TAKE_MASK(t);
	__heddle_thread_finish(t->start(t->arg));
}

/* Keeps what attributes say of a thread's stack: a hook (threadattr.c). */
void (*__heddle_stack_hook)(const void *thread, const pthread_attr_t *attr);

/* Gives a new thread its scheduling parameters: a hook (sched.c). */
void (*__heddle_parameters_hook)(const void *thread, const pthread_attr_t *attr);

__heddle_role(create, thread)
int pthread_create(pthread_t *id, const pthread_attr_t *attr,
		   void *(*start)(void *), void *arg)
{
	struct __heddle_thread *t;

	if (__heddle_flip(HEDDLE_CHOOSE_SPAWN_FAIL))
		return EAGAIN;
	t = __heddle_alloc(sizeof *t, _Alignof(struct __heddle_thread),
			   HEDDLE_ALLOC_MODEL);
	t->start = start;
	t->arg = arg;
	t->state = attr ? HEDDLE_ATTR(attr)->detached : HEDDLE_THREAD_JOINABLE;
	t->cancel = 0;
	HEDDLE_GIVE_MASK(t);
	if (attr && __heddle_stack_hook)
		__heddle_stack_hook(t, attr);
	if (__heddle_parameters_hook)
		__heddle_parameters_hook(t, attr);
	__heddle_assert(id != 0, "null-dereference", HEDDLE_PROPERTY_MEMORY);
	if (__heddle_number_hook)
		__heddle_number_hook(t);
	if (id)
		*id = (pthread_t)t;
	__heddle_spawn(__heddle_thread_main, t);
	return 0;
}

static struct __heddle_thread *__heddle_detached(void *(*start)(void *), void *arg)
{
	struct __heddle_thread *t = __heddle_alloc(sizeof *t, _Alignof(struct __heddle_thread),
						   HEDDLE_ALLOC_MODEL);

	t->start = start;
	t->arg = arg;
	t->state = HEDDLE_THREAD_DETACHED;
	t->cancel = 0;
	return t;
}

/* Starts the thread of a statement that the front end made a function of. */
void __heddle_async(void *(*start)(void *), void *arg)
{
	struct __heddle_thread *t = __heddle_detached(start, arg);

	HEDDLE_GIVE_MASK(t);
	__heddle_spawn(__heddle_thread_main, t);
}

/* Starts a thread that takes no signals. */
void __heddle_start_own(void *(*start)(void *), void *arg)
{
	struct __heddle_thread *t = __heddle_detached(start, arg);

	t->blocked = ~0ULL;
	t->pending = 0;
	__heddle_spawn(__heddle_thread_main, t);
}

/* The argument of a join: null is the main thread. */
#define HEDDLE_JOINED(t) ((t) == &__heddle_main_thread ? 0 : (t))

/* The answer for a thread that was in a state before it was joined, and its result. */
static int __heddle_joined(struct __heddle_thread *t, int state, void **result)
{
	if (state != HEDDLE_THREAD_JOINABLE)
		return state == HEDDLE_THREAD_DETACHED ? EINVAL : ESRCH;
	if (result)
		*result = t->result;
	return 0;
}

/* Handlers run while the thread waits. */
int __heddle_join_beside_signals(struct __heddle_thread *t, void **result)
{
	for (;;) {
		int state, cancelled = 0, interrupted = 0;

		__heddle_cancellation_point();
		__heddle_atomic_begin();
		state = t->state;
		if (state == HEDDLE_THREAD_JOINABLE) {
			cancelled = HEDDLE_IS_CANCELLED(t->cancel & HEDDLE_CANCEL_ENDED);
			interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(t->cancel & HEDDLE_CANCEL_ENDED);
		}
		if (state == HEDDLE_THREAD_JOINABLE && !cancelled && !interrupted) {
			__heddle_join(HEDDLE_JOINED(t));
			t->state = HEDDLE_THREAD_JOINED;
		}
		__heddle_atomic_end();
		if (cancelled)
			__heddle_cancelled_hook();
		if (!interrupted)
			return __heddle_joined(t, state, result);
		__heddle_interrupted_hook();
	}
}

/* Has a target in programs that send signals to threads. */
int (*__heddle_join_hook)(struct __heddle_thread *t, void **result);

/*
 * Joining a detached thread or joining twice is undefined; the model answers as
 * glibc does when it notices.
 */
__heddle_role(join, thread)
int __heddle_thread_join(struct __heddle_thread *t, void **result)
{
	int state, cancelled = 0;

	if (t == __heddle_me)
		return EDEADLOCK;
	if (__heddle_join_hook)
		return __heddle_join_hook(t, result);
	__heddle_cancellation_point();
	__heddle_atomic_begin();
	state = t->state;
	if (state == HEDDLE_THREAD_JOINABLE)
		cancelled = HEDDLE_IS_CANCELLED(t->cancel & HEDDLE_CANCEL_ENDED);
	if (state == HEDDLE_THREAD_JOINABLE && !cancelled) {
		__heddle_join(HEDDLE_JOINED(t));
		t->state = HEDDLE_THREAD_JOINED;
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return __heddle_joined(t, state, result);
}

__heddle_role(detach, thread)
int __heddle_thread_detach(struct __heddle_thread *t)
{
	int state;

	__heddle_atomic_begin();
	state = t->state;
	t->state = state | HEDDLE_THREAD_DETACHED;
	__heddle_atomic_end();
	return state == HEDDLE_THREAD_JOINABLE ? 0 : EINVAL;
}

int pthread_join(pthread_t id, void **result)
{
	return __heddle_thread_join((struct __heddle_thread *)id, result);
}

/*
 * A thread that did its last operation may still be about to end: the result is then either
 * one. This is no cancellation point.
 */
int pthread_tryjoin_np(pthread_t id, void **result)
{
	struct __heddle_thread *t = (struct __heddle_thread *)id;
	int was, failed;

	if (!__heddle_has_ended(t) || __heddle_flip(HEDDLE_CHOOSE_TIMEOUT))
		return EBUSY;
	if (!__heddle_cancel_hook)
		return __heddle_thread_join(t, result);
	__heddle_atomic_begin();
	was = __heddle_me->cancel & HEDDLE_CANCEL_DISABLED;
	__heddle_me->cancel |= HEDDLE_CANCEL_DISABLED;
	__heddle_atomic_end();
	failed = __heddle_thread_join(t, result);
	__heddle_atomic_begin();
	__heddle_me->cancel &= was | ~HEDDLE_CANCEL_DISABLED;
	__heddle_atomic_end();
	return failed;
}

/* Never blocks: see pthread_mutex_timedlock. */
int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *when)
{
	struct __heddle_thread *t = (struct __heddle_thread *)id;
	int detached;

	if (!when || t == __heddle_me)
		return __heddle_thread_join(t, result);
	__heddle_cancellation_point();
	if (__heddle_has_ended(t) && !__heddle_flip(HEDDLE_CHOOSE_TIMEOUT))
		return __heddle_thread_join(t, result);
	__heddle_atomic_begin();
	detached = t->state == HEDDLE_THREAD_DETACHED;
	__heddle_atomic_end();
	return !detached && (unsigned long)when->tv_nsec < 1000000000 ? ETIMEDOUT : EINVAL;
}

int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock, const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return EINVAL;
	return pthread_timedjoin_np(id, result, when);
}

int pthread_detach(pthread_t id)
{
	return __heddle_thread_detach((struct __heddle_thread *)id);
}

pthread_t pthread_self(void)
{
	return (pthread_t)__heddle_me;
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

_Noreturn void pthread_exit(void *result)
{
	struct __heddle_cleanup *c;

	if (__heddle_routine_hook)
		__heddle_routine_hook();
	__heddle_note(HEDDLE_CANCEL_ENDING);
	if (__heddle_cleanup_hook)
		__heddle_cleanup_hook();
	while ((c = __heddle_cleanups) != 0) {
		__heddle_cleanups = c->next;
		c->routine(c->arg);
	}
	if (__heddle_exit_hook && __heddle_self() == 0)
		__heddle_unsupported("handlers of atexit behind the end of the last thread");
	__heddle_thread_finish(result);
}

_Noreturn void __heddle_cancelled(void)
{
	pthread_exit(PTHREAD_CANCELED);
}

void __heddle_cancellation_point(void)
{
	int cancelled;

	if (!__heddle_cancel_hook)
		return;
	__heddle_atomic_begin();
	cancelled = __heddle_cancel_hook(0);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
}

/* The two halves of the macros pthread_cleanup_push and pthread_cleanup_pop. */
void __heddle_cleanup_push(struct __heddle_cleanup *c, void (*routine)(void *), void *arg)
{
	c->routine = routine;
	c->arg = arg;
	c->next = __heddle_cleanups;
	__heddle_cleanups = c;
}

void __heddle_cleanup_pop(struct __heddle_cleanup *c, int execute)
{
	__heddle_cleanups = c->next;
	if (execute)
		c->routine(c->arg);
}
