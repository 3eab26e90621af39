/*
 * sched.c - scheduling parameters, affinities and names have no effect: every
 * schedule is explored anyway.
 */
#include <pthread.h>
#include <sched.h>
#include "intrinsics.h"

int sched_yield(void)
{
	return 0;
}

int pthread_yield(void)
{
	return 0;
}

int sched_get_priority_max(int policy)
{
	return policy == 0 ? 0 : 99;
}

int sched_get_priority_min(int policy)
{
	return policy == 0 ? 0 : 1;
}

int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *param)
{
	(void)t, (void)policy, (void)param->sched_priority;
	return 0;
}

int pthread_getschedparam(pthread_t t, int *policy, struct sched_param *param)
{
	(void)t;
	*policy = 0;
	param->sched_priority = 0;
	return 0;
}

int pthread_setschedprio(pthread_t t, int priority)
{
	(void)t, (void)priority;
	return 0;
}

int pthread_setconcurrency(int level)
{
	(void)level;
	return 0;
}

int pthread_getconcurrency(void)
{
	return 0;
}

int pthread_setname_np(pthread_t t, const char *name)
{
	(void)t, (void)*name;
	return 0;
}

int pthread_setaffinity_np(pthread_t t, size_t size, const cpu_set_t *set)
{
	(void)t, (void)size, (void)set;
	return 0;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	(void)pid, (void)size, (void)set;
	return 0;
}

int sched_getcpu(void)
{
	return (int)__heddle_pick(0, 63);
}

/* Forking is unsupported, so its handlers never run. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	(void)prepare, (void)parent, (void)child;
	return 0;
}
