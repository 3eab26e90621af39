/* <semaphore.h>, POSIX */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <sys/types.h>
#include <time.h>

/* As large as glibc's: 32 bytes (LP64), 16 (ILP32). */
typedef struct {
	unsigned __value;
	unsigned __waiting;
	long __rest[sizeof(long) == 8 ? 3 : 2];
} sem_t;

#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *sem, int shared, unsigned value);
int sem_destroy(sem_t *sem);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *sem);
int sem_unlink(const char *name);
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict when);
int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict when);
int sem_post(sem_t *sem);
int sem_getvalue(sem_t *restrict sem, int *restrict value);

#endif
