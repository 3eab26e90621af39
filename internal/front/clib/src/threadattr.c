/*
 * threadattr.c - attributes of threads. Only the detach state has an effect; the
 * others are kept so that the program reads back its values. pthread_getattr_np
 * finds the stack that the thread was given, or an unused object of the size that
 * was requested.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include "intrinsics.h"
#include "attr.h"
#include "thread.h"

int pthread_attr_init(pthread_attr_t *attr)
{
	struct __heddle_attr *a = HEDDLE_ATTR(attr);

	a->detached = PTHREAD_CREATE_JOINABLE;
	a->policy = 0;
	a->priority = 0;
	a->scope = 0;
	a->inherit = 0;
	a->stack_size = 8 << 20;
	a->guard_size = 4096;
	a->stack = 0;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
	(void)attr;
	return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
	if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
		return EINVAL;
	HEDDLE_ATTR(attr)->detached = state;
	return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
	*state = HEDDLE_ATTR(attr)->detached;
	return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
	if (size < 16384)
		return EINVAL;
	HEDDLE_ATTR(attr)->stack_size = size;
	return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size)
{
	*size = HEDDLE_ATTR(attr)->stack_size;
	return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
	HEDDLE_ATTR(attr)->guard_size = size;
	return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size)
{
	*size = HEDDLE_ATTR(attr)->guard_size;
	return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
	int code = pthread_attr_setstacksize(attr, size);

	if (!code)
		HEDDLE_ATTR(attr)->stack = stack;
	return code;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size)
{
	*stack = HEDDLE_ATTR(attr)->stack;
	*size = HEDDLE_ATTR(attr)->stack_size;
	return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
	if (policy < SCHED_OTHER || policy > SCHED_RR)
		return EINVAL;
	HEDDLE_ATTR(attr)->policy = policy;
	return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
	*policy = HEDDLE_ATTR(attr)->policy;
	return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
	int priority = param->sched_priority;

	if (!HEDDLE_IS_PRIORITY(HEDDLE_ATTR(attr)->policy, priority))
		return EINVAL;
	HEDDLE_ATTR(attr)->priority = priority;
	return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
	param->sched_priority = HEDDLE_ATTR(attr)->priority;
	return 0;
}

/* Linux has no scope of the process. */
int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
	if (scope != PTHREAD_SCOPE_SYSTEM)
		return scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
	HEDDLE_ATTR(attr)->scope = scope;
	return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
	*scope = HEDDLE_ATTR(attr)->scope;
	return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
	if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
		return EINVAL;
	HEDDLE_ATTR(attr)->inherit = inherit;
	return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
	*inherit = HEDDLE_ATTR(attr)->inherit;
	return 0;
}

enum { STACKS = 8 };

/* The stacks of threads that were made with attributes. */
static struct {
	const void *thread;
	void *stack;
	unsigned long size, guard;
} __heddle_stacks[STACKS];

static int __heddle_stacks_kept;

/* The target of a hook, which is null in programs without pthread_getattr_np. */
void __heddle_keep_stack(const void *thread, const pthread_attr_t *attr)
{
	void *stack = HEDDLE_ATTR(attr)->stack;
	unsigned long size = HEDDLE_ATTR(attr)->stack_size, guard = HEDDLE_ATTR(attr)->guard_size;
	int i;

	__heddle_atomic_begin();
	i = __heddle_stacks_kept;
	if (i < STACKS) {
		__heddle_stacks[i].thread = thread;
		__heddle_stacks[i].stack = stack;
		__heddle_stacks[i].size = size;
		__heddle_stacks[i].guard = guard;
		__heddle_stacks_kept = i + 1;
	}
	__heddle_atomic_end();
	if (i == STACKS)
		__heddle_unsupported("pthread_getattr_np beside more than 8 threads that were made with attributes");
}

int pthread_getattr_np(pthread_t id, pthread_attr_t *attr)
{
	struct __heddle_attr *a = HEDDLE_ATTR(attr);
	void *stack = 0;
	unsigned long size = 8 << 20, guard = 4096;
	int state;

	pthread_attr_init(attr);
	__heddle_atomic_begin();
	state = ((struct __heddle_thread *)id)->state;
	for (int i = 0; i < __heddle_stacks_kept; i++)
		if (__heddle_stacks[i].thread == (const void *)id) {
			stack = __heddle_stacks[i].stack;
			size = __heddle_stacks[i].size;
			guard = __heddle_stacks[i].guard;
		}
	__heddle_atomic_end();
	a->detached = state & HEDDLE_THREAD_DETACHED;
	a->stack_size = size;
	a->guard_size = guard;
	a->stack = stack ? stack : __heddle_alloc(size, 4096, HEDDLE_ALLOC_MODEL);
	return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock)
{
	(void)id;
	*clock = (clockid_t)(~(unsigned)__heddle_pick(1, 4194304) << 3 | 6);
	return 0;
}
