/* omp.h - OpenMP API 5.2, chapter 18: the functions that have a model. */
#ifndef _OMP_H
#define _OMP_H 1

typedef struct { int __data[10]; } omp_lock_t;
typedef struct { int __data[10]; } omp_nest_lock_t;

typedef enum { omp_sync_hint_none = 0, omp_lock_hint_none = 0 } omp_sync_hint_t;

void omp_set_num_threads(int);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
int omp_in_final(void);
int omp_get_level(void);
int omp_get_active_level(void);
void omp_set_dynamic(int);
int omp_get_dynamic(void);
void omp_set_nested(int);
void omp_set_max_active_levels(int);
int omp_get_thread_limit(void);
int omp_get_num_devices(void);
int omp_is_initial_device(void);
double omp_get_wtime(void);
double omp_get_wtick(void);

void omp_init_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *);
void omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *);
void omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);

#endif
