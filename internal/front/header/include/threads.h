/* <threads.h>, C11 7.26 */
#ifndef _THREADS_H
#define _THREADS_H

#include <time.h>
#include <bits/pthreadtypes.h>

#define thread_local _Thread_local
#define TSS_DTOR_ITERATIONS 4
#define ONCE_FLAG_INIT {0}

typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
typedef unsigned tss_t;
typedef void (*tss_dtor_t)(void *);
typedef struct {
	int __control;
} once_flag;
typedef struct {
	pthread_mutex_t __mutex;
} mtx_t;
typedef struct {
	pthread_cond_t __cond;
} cnd_t;

enum {
	thrd_success = 0,
	thrd_busy = 1,
	thrd_error = 2,
	thrd_nomem = 3,
	thrd_timedout = 4
};
enum {
	mtx_plain = 0,
	mtx_recursive = 1,
	mtx_timed = 2
};

int thrd_create(thrd_t *id, thrd_start_t start, void *arg);
thrd_t thrd_current(void);
int thrd_detach(thrd_t id);
int thrd_equal(thrd_t a, thrd_t b);
_Noreturn void thrd_exit(int result);
int thrd_join(thrd_t id, int *result);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);
void thrd_yield(void);

int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict when);
int mtx_trylock(mtx_t *mutex);
int mtx_unlock(mtx_t *mutex);

int cnd_init(cnd_t *cond);
void cnd_destroy(cnd_t *cond);
int cnd_wait(cnd_t *cond, mtx_t *mutex);
int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict when);
int cnd_signal(cnd_t *cond);
int cnd_broadcast(cnd_t *cond);

int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

void call_once(once_flag *flag, void (*routine)(void));

#endif
