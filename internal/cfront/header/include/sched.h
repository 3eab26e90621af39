/* <sched.h>, POSIX */
#ifndef _SCHED_H
#define _SCHED_H

#include <heddle/types.h>
#include <bits/types/struct_timespec.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5

struct sched_param {
	int sched_priority;
};

int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_setparam(pid_t pid, const struct sched_param *param);
int sched_getscheduler(pid_t pid);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);
int sched_rr_get_interval(pid_t pid, struct timespec *t);

#ifdef _GNU_SOURCE
#define CPU_SETSIZE 1024
typedef struct {
	unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;
#define __HEDDLE_CPU_WORD(cpu) ((cpu) / (8 * sizeof(unsigned long)))
#define __HEDDLE_CPU_BIT(cpu) (1UL << ((cpu) % (8 * sizeof(unsigned long))))
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(cpu, set) ((set)->__bits[__HEDDLE_CPU_WORD(cpu)] |= __HEDDLE_CPU_BIT(cpu))
#define CPU_CLR(cpu, set) ((set)->__bits[__HEDDLE_CPU_WORD(cpu)] &= ~__HEDDLE_CPU_BIT(cpu))
#define CPU_ISSET(cpu, set) (((set)->__bits[__HEDDLE_CPU_WORD(cpu)] & __HEDDLE_CPU_BIT(cpu)) != 0)
int sched_getcpu(void);
int sched_getaffinity(pid_t pid, size_t n, cpu_set_t *set);
int sched_setaffinity(pid_t pid, size_t n, const cpu_set_t *set);
#endif

#endif
