/* <sched.h>, POSIX */
#ifndef _SCHED_H
#define _SCHED_H

#include <heddle/null.h>
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
#include <bits/cpu-set.h>
int sched_getcpu(void);
int sched_getaffinity(pid_t pid, size_t n, cpu_set_t *set);
int sched_setaffinity(pid_t pid, size_t n, const cpu_set_t *set);
#endif

#define SCHED_DEADLINE 6
#define SCHED_ISO 4
#define SCHED_RESET_ON_FORK 0x40000000

#endif
