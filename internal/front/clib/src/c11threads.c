/*
 * c11threads.c - <threads.h> over the same descriptors, mutexes, condition
 * variables and keys as POSIX threads. call_once is in once.c.
 */
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include "intrinsics.h"
#include "thread.h"
#include "mutex.h"
#include "cond.h"
#include "tsd.h"

/* Returns the C11 result for a POSIX result. */
static int __heddle_thrd_result(int code)
{
	switch (code) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	}
	return thrd_error;
}

void __heddle_thrd_main(void *handle)
{
	struct __heddle_thread *t = handle;

	__heddle_me = t;
	HEDDLE_TAKE_MASK(t);
	__heddle_thread_finish((void *)(long)t->c11_start(t->arg));
}

__heddle_role(create, thread)
int thrd_create(thrd_t *id, thrd_start_t start, void *arg)
{
	struct __heddle_thread *t;

	if (__heddle_flip(HEDDLE_CHOOSE_SPAWN_FAIL))
		return thrd_error;
	t = __heddle_alloc(sizeof *t, _Alignof(struct __heddle_thread),
			   HEDDLE_ALLOC_MODEL);
	t->c11_start = start;
	t->arg = arg;
	t->state = HEDDLE_THREAD_JOINABLE;
	t->cancel = 0;
	HEDDLE_GIVE_MASK(t);
	*id = (thrd_t)t;
	__heddle_spawn(__heddle_thrd_main, t);
	return thrd_success;
}

int thrd_join(thrd_t id, int *result)
{
	void *value;
	int code = __heddle_thread_join((struct __heddle_thread *)id, &value);

	if (code == 0 && result)
		*result = (int)(long)value;
	return __heddle_thrd_result(code);
}

int thrd_detach(thrd_t id)
{
	return __heddle_thrd_result(__heddle_thread_detach((struct __heddle_thread *)id));
}

_Noreturn void thrd_exit(int result)
{
	__heddle_thread_finish((void *)(long)result);
}

thrd_t thrd_current(void)
{
	return (thrd_t)__heddle_me;
}

int thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

__heddle_role(sleep, thread)
void thrd_yield(void)
{
}

__heddle_role(sleep, thread)
int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
	(void)duration, (void)remaining;
	__heddle_cancellation_point();
	return 0;
}

__heddle_role(init, mutex)
int mtx_init(mtx_t *mutex, int type)
{
	__heddle_atomic_begin();
	__heddle_lock_reset(mutex);
	HEDDLE_MUTEX(mutex)->kind = type & mtx_recursive ? HEDDLE_MUTEX_RECURSIVE : HEDDLE_MUTEX_NORMAL;
	HEDDLE_MUTEX(mutex)->count = 0;
	__heddle_atomic_end();
	return thrd_success;
}

__heddle_role(destroy, mutex)
void mtx_destroy(mtx_t *mutex)
{
	pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

__heddle_role(lock, mutex)
int mtx_lock(mtx_t *mutex)
{
	int code;

	__heddle_atomic_begin();
	code = __heddle_mutex_lock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return __heddle_thrd_result(code);
}

__heddle_role(trylock, mutex)
int mtx_trylock(mtx_t *mutex)
{
	int code;

	__heddle_atomic_begin();
	code = __heddle_mutex_trylock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return __heddle_thrd_result(code);
}

__heddle_role(trylock, mutex)
int mtx_timedlock(mtx_t *mutex, const struct timespec *when)
{
	return __heddle_thrd_result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, when));
}

__heddle_role(unlock, mutex)
int mtx_unlock(mtx_t *mutex)
{
	int code;

	__heddle_atomic_begin();
	code = __heddle_mutex_unlock(HEDDLE_MUTEX(mutex));
	__heddle_atomic_end();
	return __heddle_thrd_result(code);
}

int cnd_init(cnd_t *cond)
{
	__heddle_cond_init(HEDDLE_COND(cond));
	return thrd_success;
}

void cnd_destroy(cnd_t *cond)
{
	__heddle_cond_destroy(HEDDLE_COND(cond));
}

__heddle_role(wait, condition)
int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
	return __heddle_thrd_result(__heddle_cond_wait(HEDDLE_COND(cond), HEDDLE_MUTEX(mutex), 0));
}

__heddle_role(timedwait, condition)
int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *when)
{
	return __heddle_thrd_result(
		__heddle_cond_timedwait(HEDDLE_COND(cond), HEDDLE_MUTEX(mutex), when));
}

__heddle_role(signal, condition)
int cnd_signal(cnd_t *cond)
{
	__heddle_cond_signal(HEDDLE_COND(cond));
	return thrd_success;
}

__heddle_role(broadcast, condition)
int cnd_broadcast(cnd_t *cond)
{
	__heddle_cond_broadcast(HEDDLE_COND(cond));
	return thrd_success;
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
	return __heddle_thrd_result(__heddle_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
	__heddle_key_delete(key);
}

void *tss_get(tss_t key)
{
	return __heddle_key_get(key);
}

int tss_set(tss_t key, void *value)
{
	return __heddle_thrd_result(__heddle_key_set(key, value));
}
