/*
 * names.h - the functions that the program has from here and not from the library. It is
 * included in front of every source file.
 */
#define _Exit heddle__Exit
#define __assert_fail heddle___assert_fail
#define _exit heddle__exit
#define abort heddle_abort
#define aligned_alloc heddle_aligned_alloc
#define bsearch heddle_bsearch
#define call_once heddle_call_once
#define calloc heddle_calloc
#define close heddle_close
#define cnd_broadcast heddle_cnd_broadcast
#define cnd_destroy heddle_cnd_destroy
#define cnd_init heddle_cnd_init
#define cnd_signal heddle_cnd_signal
#define cnd_timedwait heddle_cnd_timedwait
#define cnd_wait heddle_cnd_wait
#define creat heddle_creat
#define exit heddle_exit
#define free heddle_free
#define fstat heddle_fstat
#define fsync heddle_fsync
#define ftruncate heddle_ftruncate
#define lseek heddle_lseek
#define malloc heddle_malloc
#define memcpy heddle_memcpy
#define memmove heddle_memmove
#define memset heddle_memset
#define mtx_destroy heddle_mtx_destroy
#define mtx_init heddle_mtx_init
#define mtx_lock heddle_mtx_lock
#define mtx_timedlock heddle_mtx_timedlock
#define mtx_trylock heddle_mtx_trylock
#define mtx_unlock heddle_mtx_unlock
#define nanosleep heddle_nanosleep
#define open heddle_open
#define posix_memalign heddle_posix_memalign
#define pread heddle_pread
#define pthread_barrier_destroy heddle_pthread_barrier_destroy
#define pthread_barrier_init heddle_pthread_barrier_init
#define pthread_barrier_wait heddle_pthread_barrier_wait
#define pthread_cond_broadcast heddle_pthread_cond_broadcast
#define pthread_cond_destroy heddle_pthread_cond_destroy
#define pthread_cond_init heddle_pthread_cond_init
#define pthread_cond_signal heddle_pthread_cond_signal
#define pthread_cond_timedwait heddle_pthread_cond_timedwait
#define pthread_cond_wait heddle_pthread_cond_wait
#define pthread_create heddle_pthread_create
#define pthread_detach heddle_pthread_detach
#define pthread_exit heddle_pthread_exit
#define pthread_join heddle_pthread_join
#define pthread_mutex_destroy heddle_pthread_mutex_destroy
#define pthread_mutex_init heddle_pthread_mutex_init
#define pthread_mutex_lock heddle_pthread_mutex_lock
#define pthread_mutex_timedlock heddle_pthread_mutex_timedlock
#define pthread_mutex_trylock heddle_pthread_mutex_trylock
#define pthread_mutex_unlock heddle_pthread_mutex_unlock
#define pthread_once heddle_pthread_once
#define pthread_rwlock_destroy heddle_pthread_rwlock_destroy
#define pthread_rwlock_init heddle_pthread_rwlock_init
#define pthread_rwlock_rdlock heddle_pthread_rwlock_rdlock
#define pthread_rwlock_tryrdlock heddle_pthread_rwlock_tryrdlock
#define pthread_rwlock_trywrlock heddle_pthread_rwlock_trywrlock
#define pthread_rwlock_unlock heddle_pthread_rwlock_unlock
#define pthread_rwlock_wrlock heddle_pthread_rwlock_wrlock
#define pthread_spin_destroy heddle_pthread_spin_destroy
#define pthread_spin_init heddle_pthread_spin_init
#define pthread_spin_lock heddle_pthread_spin_lock
#define pthread_spin_trylock heddle_pthread_spin_trylock
#define pthread_spin_unlock heddle_pthread_spin_unlock
#define pwrite heddle_pwrite
#define qsort heddle_qsort
#define qsort_r heddle_qsort_r
#define quick_exit heddle_quick_exit
#define rand heddle_rand
#define random heddle_random
#define read heddle_read
#define realloc heddle_realloc
#define sched_yield heddle_sched_yield
#define sem_destroy heddle_sem_destroy
#define sem_getvalue heddle_sem_getvalue
#define sem_init heddle_sem_init
#define sem_post heddle_sem_post
#define sem_timedwait heddle_sem_timedwait
#define sem_trywait heddle_sem_trywait
#define sem_wait heddle_sem_wait
#define sigwait heddle_sigwait
#define sleep heddle_sleep
#define strcmp heddle_strcmp
#define strcpy heddle_strcpy
#define strdup heddle_strdup
#define strlen heddle_strlen
#define thrd_create heddle_thrd_create
#define thrd_detach heddle_thrd_detach
#define thrd_exit heddle_thrd_exit
#define thrd_join heddle_thrd_join
#define thrd_sleep heddle_thrd_sleep
#define thrd_yield heddle_thrd_yield
#define unlink heddle_unlink
#define usleep heddle_usleep
#define write heddle_write
#define main heddle_main

#define __HEDDLE_NATIVE__

#ifndef HEDDLE_DECLARED
/* For programs that declare nothing: a result that is a pointer must not become an int. */
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
#endif
