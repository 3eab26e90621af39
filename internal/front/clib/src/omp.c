/* omp.c - locks of OpenMP, and the functions of <omp.h> (see team.h). */
#include <omp.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "intrinsics.h"
#include "mutex.h"
#include "team.h"

/*
 * Locks exclude only threads of one contention group: those below one initial thread of a league (15.2, 18.9). A hook, null in programs
 * without leagues, does the operation in groups; it returns 0 outside of leagues.
 */
int (*__heddle_omp_group_hook)(void *m, int releases);

static unsigned __heddle_omp_contention(void)
{
	struct __heddle_omp_task *t = __heddle_omp_self();

	return t->team->league > 1 ? t->number + 1 : t->team->contention;
}

int __heddle_omp_grouped_lock(void *m, int releases)
{
	char *own = (char *)m + __heddle_omp_contention();

	if (own == m)
		return 0;
	__heddle_atomic_begin();
	if (releases) {
		__heddle_send(own, 0);
		__heddle_release(own);
	} else {
		__heddle_acquire(own, HEDDLE_EXCLUSIVE);
		__heddle_recv(own, 0);
	}
	__heddle_atomic_end();
	return 1;
}

#define GROUPED(m, releases) (__heddle_omp_group_hook && __heddle_omp_group_hook((m), (releases)))

__heddle_role(lock, mutex)
int __heddle_omp_lock(void *m)
{
	__heddle_atomic_begin();
	__heddle_mutex_lock(HEDDLE_MUTEX(m));
	__heddle_atomic_end();
	return 0;
}

__heddle_role(unlock, mutex)
int __heddle_omp_unlock(void *m)
{
	__heddle_atomic_begin();
	__heddle_mutex_unlock(HEDDLE_MUTEX(m));
	__heddle_atomic_end();
	return 0;
}

void __heddle_omp_enter_critical(void *m)
{
	if (!GROUPED(m, 0))
		__heddle_omp_lock(m);
}

void __heddle_omp_leave_critical(void *m)
{
	if (!GROUPED(m, 1))
		__heddle_omp_unlock(m);
}

void __heddle_omp_assume(int condition)
{
	__heddle_assume(condition);
}

/* Arrays; the front end assigns other variables. */
void __heddle_omp_copy(void *to, const void *from, __SIZE_TYPE__ n)
{
	memcpy(to, from, n);
}

/* Each task has a number of its own to set (2.2); here there is one. */
void omp_set_num_threads(int n)
{
	if (__heddle_omp_self()->team->level > 0 || __heddle_omp_self()->team->league)
		__heddle_unsupported("omp_set_num_threads inside a region");
	if (n > HEDDLE_OMP_THREADS)
		__heddle_limit("threads");
	__heddle_atomic_begin();
	__heddle_omp_default = n;
	__heddle_atomic_end();
}

int omp_get_num_threads(void)
{
	struct __heddle_omp_team *team = __heddle_omp_self()->team;

	return team->league ? 1 : (int)team->threads;
}

int omp_get_max_threads(void)
{
	return __heddle_omp_threads();
}

int omp_get_thread_num(void)
{
	struct __heddle_omp_task *t = __heddle_omp_self();

	if (t->deferred)
		__heddle_unsupported("omp_get_thread_num in a deferred task, which any thread may execute");
	return t->team->league ? 0 : (int)t->number;
}

int omp_get_num_procs(void)
{
	return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int omp_in_parallel(void)
{
	return __heddle_omp_self()->team->active > 0;
}

int omp_in_final(void)
{
	return __heddle_omp_self()->final;
}

int omp_get_level(void)
{
	return (int)__heddle_omp_self()->team->level;
}

int omp_get_active_level(void)
{
	return (int)__heddle_omp_self()->team->active;
}

void omp_set_dynamic(int dynamic)
{
	if (dynamic)
		__heddle_unsupported("teams with fewer threads than was asked for (omp_set_dynamic)");
}

int omp_get_dynamic(void)
{
	return 0;
}

void omp_set_nested(int nested)
{
	__heddle_atomic_begin();
	__heddle_omp_levels = nested;
	__heddle_atomic_end();
}

void omp_set_max_active_levels(int levels)
{
	omp_set_nested(levels > 1);
}

int omp_get_thread_limit(void)
{
	return HEDDLE_OMP_THREADS;
}

int omp_get_num_devices(void)
{
	return 0;
}

int omp_is_initial_device(void)
{
	return 1;
}

double omp_get_wtime(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double omp_get_wtick(void)
{
	return 1e-6;
}

static void __heddle_omp_reset(void *m, int kind)
{
	__heddle_atomic_begin();
	__heddle_lock_reset(m);
	HEDDLE_MUTEX(m)->kind = kind;
	HEDDLE_MUTEX(m)->count = 0;
	__heddle_atomic_end();
}

__heddle_role(init, mutex)
void omp_init_lock(omp_lock_t *lock)
{
	__heddle_omp_reset(lock, HEDDLE_MUTEX_NORMAL);
}

__heddle_role(init, mutex)
void omp_init_nest_lock(omp_nest_lock_t *lock)
{
	__heddle_omp_reset(lock, HEDDLE_MUTEX_RECURSIVE);
}

__heddle_role(destroy, mutex)
void omp_destroy_lock(omp_lock_t *lock)
{
	pthread_mutex_destroy((pthread_mutex_t *)lock);
}

__heddle_role(destroy, mutex)
void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
	pthread_mutex_destroy((pthread_mutex_t *)lock);
}

void omp_set_lock(omp_lock_t *lock)
{
	__heddle_omp_enter_critical(lock);
}

void omp_set_nest_lock(omp_nest_lock_t *lock)
{
	__heddle_omp_enter_critical(lock);
}

void omp_unset_lock(omp_lock_t *lock)
{
	__heddle_omp_leave_critical(lock);
}

void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
	__heddle_omp_leave_critical(lock);
}

int omp_test_lock(omp_lock_t *lock)
{
	int code;

	__heddle_atomic_begin();
	code = __heddle_mutex_trylock(HEDDLE_MUTEX(lock));
	__heddle_atomic_end();
	return code == 0;
}

int omp_test_nest_lock(omp_nest_lock_t *lock)
{
	int code, count = 0;

	__heddle_atomic_begin();
	code = __heddle_mutex_trylock(HEDDLE_MUTEX(lock));
	if (code == 0)
		count = (int)HEDDLE_MUTEX(lock)->count + 1;
	__heddle_atomic_end();
	return count;
}
