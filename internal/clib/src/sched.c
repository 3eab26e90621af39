/*
 * sched.c - scheduling parameters, affinities and names have no effect: every
 * schedule is explored anyway. Of processors there is any number.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "intrinsics.h"
#include "stream.h"

__heddle_role(sleep, thread)
int sched_yield(void)
{
	return 0;
}

__heddle_role(sleep, thread)
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

/* Any name that a thread can have: up to 15 characters. */
static void __heddle_any_name(char *name)
{
	for (int i = 0; i < 15; i++)
		name[i] = (char)__heddle_pick(0, 127);
	name[15] = 0;
}

int pthread_setname_np(pthread_t t, const char *name)
{
	(void)t;
	for (int i = 0; i < 16; i++)
		if (!name[i])
			return 0;
	return ERANGE;
}

int pthread_getname_np(pthread_t t, char *name, size_t n)
{
	(void)t;
	if (n < 16)
		return ERANGE;
	__heddle_any_name(name);
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

/* Names and attributes of the calling thread or process have no effect. */
int prctl(int option, ...)
{
	va_list args;

	va_start(args, option);
	switch (option) {
	case PR_SET_NAME:
		__heddle_read_string(va_arg(args, char *), 16);
		break;
	case PR_GET_NAME:
		__heddle_any_name(va_arg(args, char *));
		break;
	case PR_SET_PDEATHSIG:
	case PR_SET_DUMPABLE:
	case PR_SET_TIMERSLACK:
	case PR_SET_NO_NEW_PRIVS:
	case PR_SET_THP_DISABLE:
		break;
	default:
		__heddle_unsupported("option of prctl");
	}
	va_end(args);
	return 0;
}

int get_nprocs(void)
{
	return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int get_nprocs_conf(void)
{
	return (int)sysconf(_SC_NPROCESSORS_CONF);
}
