/* <pthread.h>, POSIX */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <stdint.h>
#include <sched.h>
#include <time.h>
#include <bits/pthreadtypes.h>

enum {
	PTHREAD_MUTEX_TIMED_NP,
	PTHREAD_MUTEX_RECURSIVE_NP,
	PTHREAD_MUTEX_ERRORCHECK_NP,
	PTHREAD_MUTEX_ADAPTIVE_NP,
	PTHREAD_MUTEX_NORMAL = PTHREAD_MUTEX_TIMED_NP,
	PTHREAD_MUTEX_RECURSIVE = PTHREAD_MUTEX_RECURSIVE_NP,
	PTHREAD_MUTEX_ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK_NP,
	PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL,
	PTHREAD_MUTEX_FAST_NP = PTHREAD_MUTEX_TIMED_NP
};
enum {
	PTHREAD_CREATE_JOINABLE,
	PTHREAD_CREATE_DETACHED
};
enum {
	PTHREAD_MUTEX_STALLED,
	PTHREAD_MUTEX_STALLED_NP = PTHREAD_MUTEX_STALLED,
	PTHREAD_MUTEX_ROBUST,
	PTHREAD_MUTEX_ROBUST_NP = PTHREAD_MUTEX_ROBUST
};
enum {
	PTHREAD_PRIO_NONE,
	PTHREAD_PRIO_INHERIT,
	PTHREAD_PRIO_PROTECT
};
enum {
	PTHREAD_RWLOCK_PREFER_READER_NP,
	PTHREAD_RWLOCK_PREFER_WRITER_NP,
	PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
	PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP
};
enum {
	PTHREAD_INHERIT_SCHED,
	PTHREAD_EXPLICIT_SCHED
};
enum {
	PTHREAD_SCOPE_SYSTEM,
	PTHREAD_SCOPE_PROCESS
};
enum {
	PTHREAD_PROCESS_PRIVATE,
	PTHREAD_PROCESS_SHARED
};
enum {
	PTHREAD_CANCEL_ENABLE,
	PTHREAD_CANCEL_DISABLE
};
enum {
	PTHREAD_CANCEL_DEFERRED,
	PTHREAD_CANCEL_ASYNCHRONOUS
};
#define PTHREAD_CREATE_JOINABLE PTHREAD_CREATE_JOINABLE
#define PTHREAD_CREATE_DETACHED PTHREAD_CREATE_DETACHED
#define PTHREAD_PROCESS_PRIVATE PTHREAD_PROCESS_PRIVATE
#define PTHREAD_PROCESS_SHARED PTHREAD_PROCESS_SHARED
#define PTHREAD_CANCEL_ENABLE PTHREAD_CANCEL_ENABLE
#define PTHREAD_CANCEL_DISABLE PTHREAD_CANCEL_DISABLE
#define PTHREAD_CANCEL_DEFERRED PTHREAD_CANCEL_DEFERRED
#define PTHREAD_CANCEL_ASYNCHRONOUS PTHREAD_CANCEL_ASYNCHRONOUS
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_NULL ((pthread_t)0)

#ifdef __LP64__
#define __HEDDLE_MUTEX_OF_KIND(kind) {0, 0, 0, 0, (kind), 0, {0, 0}}
#else
#define __HEDDLE_MUTEX_OF_KIND(kind) {0, 0, 0, (kind), 0, 0}
#endif
#define PTHREAD_MUTEX_INITIALIZER __HEDDLE_MUTEX_OF_KIND(PTHREAD_MUTEX_NORMAL)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __HEDDLE_MUTEX_OF_KIND(PTHREAD_MUTEX_RECURSIVE)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __HEDDLE_MUTEX_OF_KIND(PTHREAD_MUTEX_ERRORCHECK)
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP __HEDDLE_MUTEX_OF_KIND(PTHREAD_MUTEX_ADAPTIVE_NP)
#define PTHREAD_COND_INITIALIZER {{0}}
#define PTHREAD_RWLOCK_INITIALIZER {{0}}
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP {{0, 0, 0, 0, 0, 0, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP}}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attr,
		   void *(*start)(void *), void *restrict arg);
_Noreturn void pthread_exit(void *result);
int pthread_join(pthread_t id, void **result);
int pthread_detach(pthread_t id);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_once(pthread_once_t *control, void (*routine)(void));
int pthread_cancel(pthread_t id);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
void pthread_testcancel(void);
int pthread_kill(pthread_t id, int signal);
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int pthread_getcpuclockid(pthread_t id, clockid_t *clock);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int level);
int pthread_getschedparam(pthread_t id, int *restrict policy, struct sched_param *restrict param);
int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *param);
int pthread_setschedprio(pthread_t id, int priority);

struct __heddle_cleanup {
	void (*routine)(void *);
	void *arg;
	struct __heddle_cleanup *next;
};
void __heddle_cleanup_push(struct __heddle_cleanup *c, void (*routine)(void *), void *arg);
void __heddle_cleanup_pop(struct __heddle_cleanup *c, int execute);
#define pthread_cleanup_push(routine, arg) \
	do { \
		struct __heddle_cleanup __heddle_c; \
		__heddle_cleanup_push(&__heddle_c, (routine), (arg)); \
		do {
#define pthread_cleanup_pop(execute) \
		} while (0); \
		__heddle_cleanup_pop(&__heddle_c, (execute)); \
	} while (0)

int pthread_attr_init(pthread_attr_t *attr);
int pthread_attr_destroy(pthread_attr_t *attr);
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state);
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state);
int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size);
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size);
int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit);
int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit);
int pthread_attr_getschedparam(const pthread_attr_t *restrict attr, struct sched_param *restrict param);
int pthread_attr_setschedparam(pthread_attr_t *restrict attr, const struct sched_param *restrict param);
int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy);
int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
int pthread_attr_getscope(const pthread_attr_t *attr, int *scope);
int pthread_attr_setscope(pthread_attr_t *attr, int scope);
int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size);
int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size);
int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack);
int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack);
int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size);
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict when);
int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict when);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling);
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old);
int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *kind);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust);

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr);
int pthread_cond_destroy(pthread_cond_t *cond);
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *when);
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
			   const struct timespec *when);
int pthread_cond_signal(pthread_cond_t *cond);
int pthread_cond_broadcast(pthread_cond_t *cond);
int pthread_condattr_init(pthread_condattr_t *attr);
int pthread_condattr_destroy(pthread_condattr_t *attr);
int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared);
int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared);
int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock);
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock);

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *when);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *when);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *when);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *when);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared);
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind);

int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *attr);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared);

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *when);
int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock, const struct timespec *when);
int pthread_tryjoin_np(pthread_t id, void **result);
int pthread_yield(void);
#ifdef _GNU_SOURCE
#include <bits/cpu-set.h>
int pthread_getattr_np(pthread_t id, pthread_attr_t *attr);
int pthread_getname_np(pthread_t id, char *name, size_t n);
int pthread_setname_np(pthread_t id, const char *name);
int pthread_getaffinity_np(pthread_t id, size_t n, cpu_set_t *set);
int pthread_setaffinity_np(pthread_t id, size_t n, const cpu_set_t *set);
int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t n, const cpu_set_t *set);
int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t n, cpu_set_t *set);
int pthread_mutex_consistent_np(pthread_mutex_t *mutex) __asm__("pthread_mutex_consistent");
int pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr, int *robust) __asm__("pthread_mutexattr_getrobust");
int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust) __asm__("pthread_mutexattr_setrobust");
#endif

#endif
