/*
 * sched.c - scheduling parameters, affinities and names have no effect: every
 * schedule is explored anyway. Parameters are kept. Of processors there is any number.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "attr.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

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
	if (!HEDDLE_IS_POLICY(policy))
		return __heddle_error(EINVAL);
	return HEDDLE_IS_PRIORITY(policy, 99) ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
	if (!HEDDLE_IS_POLICY(policy))
		return __heddle_error(EINVAL);
	return HEDDLE_IS_PRIORITY(policy, 1);
}

enum { PARAMETERS = 32 };

/* The scheduling parameters of the threads for which some were set; others have 0. */
static struct {
	pthread_t thread;
	int policy;
	int priority;
} __heddle_parameters[PARAMETERS];

static int __heddle_parameters_set;

/* The place of a thread's parameters, which may be the first free one. Inside a section. */
static int __heddle_find_parameters(pthread_t t)
{
	int i = 0;

	while (i < __heddle_parameters_set && __heddle_parameters[i].thread != t)
		i++;
	return i;
}

/*
 * Sets the parameters of a thread, or its priority alone if keeps is given. The process has the
 * privilege for that, as it has user 0.
 */
static int __heddle_set_parameters(pthread_t t, int policy, int priority, int keeps)
{
	int i, valid;

	__heddle_atomic_begin();
	i = __heddle_find_parameters(t);
	if (keeps && i < __heddle_parameters_set)
		policy = __heddle_parameters[i].policy;
	valid = HEDDLE_IS_POLICY(policy) && HEDDLE_IS_PRIORITY(policy, priority);
	if (valid && i < PARAMETERS) {
		__heddle_parameters[i].thread = t;
		__heddle_parameters[i].policy = policy;
		__heddle_parameters[i].priority = priority;
		if (i == __heddle_parameters_set)
			__heddle_parameters_set = i + 1;
	}
	__heddle_atomic_end();
	if (i == PARAMETERS)
		__heddle_unsupported("scheduling parameters of more than 32 threads");
	return valid ? 0 : EINVAL;
}

int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *param)
{
	return __heddle_set_parameters(t, policy, param->sched_priority, 0);
}

int pthread_getschedparam(pthread_t t, int *policy, struct sched_param *param)
{
	int i, is = 0, priority = 0;

	__heddle_atomic_begin();
	i = __heddle_find_parameters(t);
	if (i < __heddle_parameters_set) {
		is = __heddle_parameters[i].policy;
		priority = __heddle_parameters[i].priority;
	}
	__heddle_atomic_end();
	*policy = is;
	param->sched_priority = priority;
	return 0;
}

/* Gives a new thread the parameters in its attributes if these say so, else those of the thread that creates it. A hook. */
void __heddle_start_parameters(const void *thread, const pthread_attr_t *attr)
{
	struct sched_param param;
	int policy;

	pthread_getschedparam(pthread_self(), &policy, &param);
	if (attr && HEDDLE_ATTR(attr)->inherit == PTHREAD_EXPLICIT_SCHED) {
		policy = HEDDLE_ATTR(attr)->policy;
		param.sched_priority = HEDDLE_ATTR(attr)->priority;
	}
	if (policy != SCHED_OTHER)
		__heddle_set_parameters((pthread_t)thread, policy, param.sched_priority, 0);
}

int pthread_setschedprio(pthread_t t, int priority)
{
	return __heddle_set_parameters(t, SCHED_OTHER, priority, 1);
}

/*
 * Whether a process number is the calling thread's, as Linux understands it: 0, or the number of an error. A negative result: a
 * process outside has the number, and its parameters are any. Other processes of the program are unsupported.
 */
static int __heddle_find_process(pid_t pid)
{
	if (pid < 0)
		return EINVAL;
	if (pid == 0 || pid == getpid() || pid == gettid())
		return 0;
	if (__heddle_is_process_hook && __heddle_is_process_hook(pid))
		__heddle_unsupported("scheduling of another process of the program");
	return __heddle_flip(HEDDLE_CHOOSE_IO) ? ESRCH : -1;
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
	int error = __heddle_find_process(pid);

	if (error == 0)
		error = pthread_setschedparam(pthread_self(), policy, param);
	else if (error < 0)
		error = HEDDLE_IS_POLICY(policy) && HEDDLE_IS_PRIORITY(policy, param->sched_priority) ? 0 : EINVAL;
	return error ? __heddle_error(error) : 0;
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
	int error = __heddle_find_process(pid);

	if (error == 0)
		error = pthread_setschedprio(pthread_self(), param->sched_priority);
	else if (error < 0)
		error = __heddle_flip(HEDDLE_CHOOSE_IO) ? EINVAL : 0;
	return error ? __heddle_error(error) : 0;
}

int sched_getscheduler(pid_t pid)
{
	struct sched_param param;
	int policy, error = __heddle_find_process(pid);

	if (error > 0)
		return __heddle_error(error);
	if (error < 0)
		return (int)__heddle_pick(SCHED_OTHER, SCHED_RR);
	pthread_getschedparam(pthread_self(), &policy, &param);
	return policy;
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
	int policy, error = __heddle_find_process(pid);

	if (error > 0)
		return __heddle_error(error);
	pthread_getschedparam(pthread_self(), &policy, param);
	if (error < 0)
		param->sched_priority = (int)__heddle_pick(0, 99);
	return 0;
}

/* All threads have one interval, chosen when it is first asked for. */
int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
	static long __heddle_interval;
	int error = __heddle_find_process(pid);
	long ns;

	if (error > 0)
		return __heddle_error(error);
	__heddle_atomic_begin();
	if (!__heddle_interval)
		__heddle_interval = (long)__heddle_pick(1, 999999999);
	ns = __heddle_interval;
	__heddle_atomic_end();
	interval->tv_sec = 0;
	interval->tv_nsec = ns;
	return 0;
}

static int __heddle_concurrency;

int pthread_setconcurrency(int level)
{
	if (level < 0)
		return EINVAL;
	__heddle_atomic_begin();
	__heddle_concurrency = level;
	__heddle_atomic_end();
	return 0;
}

int pthread_getconcurrency(void)
{
	int level;

	__heddle_atomic_begin();
	level = __heddle_concurrency;
	__heddle_atomic_end();
	return level;
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
