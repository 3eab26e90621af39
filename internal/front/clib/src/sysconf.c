/* sysconf.c - the configuration of the system, and the limits and the resource usage of the process. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include "intrinsics.h"

int __heddle_may_fail(void);

int getpagesize(void)
{
	return 4096;
}

/*
 * The least value that POSIX or the limits of our headers allow for a name, and in *most the greatest. An option that all
 * systems of our headers have has one value. *open: there may be no limit, or the option may be missing.
 */
static long __heddle_least_configured(int name, long *most, int *open)
{
	long least = 1;

	*most = INT_MAX;
	*open = 0;
	switch (name) {
	case _SC_CLK_TCK:
		return *most = 100;
	case _SC_PAGESIZE:
		return *most = getpagesize();
	case _SC_JOB_CONTROL:
	case _SC_SAVED_IDS:
	case _SC_REGEXP:
	case _SC_SHELL:
		return *most = 1;
	case _SC_XOPEN_VERSION:
		return *most = 700;
	case _SC_SEM_VALUE_MAX:
	case _SC_DELAYTIMER_MAX:
	case _SC_INT_MAX:
		return INT_MAX;
	case _SC_CHAR_BIT:
		return *most = CHAR_BIT;
	case _SC_THREAD_DESTRUCTOR_ITERATIONS:
		return *most = PTHREAD_DESTRUCTOR_ITERATIONS;
	case _SC_THREAD_KEYS_MAX:
		return *most = PTHREAD_KEYS_MAX;
	case _SC_THREAD_STACK_MIN:
		return *most = PTHREAD_STACK_MIN;
	case _SC_IOV_MAX:
		return *most = IOV_MAX;
	case _SC_VERSION:
	case _SC_2_VERSION:
	case _SC_ASYNCHRONOUS_IO:
	case _SC_BARRIERS:
	case _SC_CLOCK_SELECTION:
	case _SC_CPUTIME:
	case _SC_FSYNC:
	case _SC_MAPPED_FILES:
	case _SC_MEMLOCK:
	case _SC_MEMLOCK_RANGE:
	case _SC_MEMORY_PROTECTION:
	case _SC_MESSAGE_PASSING:
	case _SC_MONOTONIC_CLOCK:
	case _SC_PRIORITIZED_IO:
	case _SC_PRIORITY_SCHEDULING:
	case _SC_READER_WRITER_LOCKS:
	case _SC_REALTIME_SIGNALS:
	case _SC_SEMAPHORES:
	case _SC_SHARED_MEMORY_OBJECTS:
	case _SC_SPAWN:
	case _SC_SPIN_LOCKS:
	case _SC_SYNCHRONIZED_IO:
	case _SC_THREADS:
	case _SC_THREAD_ATTR_STACKADDR:
	case _SC_THREAD_ATTR_STACKSIZE:
	case _SC_THREAD_CPUTIME:
	case _SC_THREAD_PRIORITY_SCHEDULING:
	case _SC_THREAD_PRIO_INHERIT:
	case _SC_THREAD_PRIO_PROTECT:
	case _SC_THREAD_PROCESS_SHARED:
	case _SC_THREAD_SAFE_FUNCTIONS:
	case _SC_TIMEOUTS:
	case _SC_TIMERS:
		return *most = 200809;
	case _SC_SPORADIC_SERVER:
	case _SC_THREAD_SPORADIC_SERVER:
	case _SC_TRACE:
	case _SC_TYPED_MEMORY_OBJECTS:
		return *most = -1;
	case _SC_ARG_MAX:
		return 4096;
	case _SC_NGROUPS_MAX:
	case _SC_STREAM_MAX:
		return 8;
	case _SC_MQ_PRIO_MAX:
		return 32;
	case _SC_LINE_MAX:
		return 2048;
	case _SC_HOST_NAME_MAX:
		return HOST_NAME_MAX;
	case _SC_LOGIN_NAME_MAX:
	case _SC_TTY_NAME_MAX:
		return 9;
	case _SC_RTSIG_MAX:
		return 8;
	case _SC_ATEXIT_MAX:
		return 32;
	case _SC_CHILD_MAX:
		least = 25;
		break;
	case _SC_OPEN_MAX:
		least = 20;
		break;
	case _SC_SEM_NSEMS_MAX:
		least = 256;
		break;
	case _SC_SIGQUEUE_MAX:
	case _SC_TIMER_MAX:
		least = 32;
		break;
	case _SC_MQ_OPEN_MAX:
	case _SC_SYMLOOP_MAX:
		least = 8;
		break;
	case _SC_AIO_LISTIO_MAX:
		least = 2;
		break;
	case _SC_AIO_MAX:
		break;
	case _SC_THREAD_THREADS_MAX:
		least = 64;
		break;
	default:
		return 1;
	}
	*open = 1;
	return least;
}

/* A configuration value is fixed for each name, chosen when it is first read. The values are kept plus 2: 0 is none. */
long sysconf(int name)
{
	enum { NAMES = _SC_SIGSTKSZ + 1 };
	static long __heddle_configured[NAMES];
	long value, least, most;
	int open;

	if (name < 0 || name >= NAMES)
		return __heddle_error(EINVAL);
	least = __heddle_least_configured(name, &most, &open);
	if (least == most)
		return least;
	__heddle_atomic_begin();
	if (__heddle_configured[name] == 0) {
		value = (long)__heddle_pick(least - open, most - 2);
		__heddle_configured[name] = (value < least ? -1 : value) + 2;
	}
	value = __heddle_configured[name] - 2;
	__heddle_atomic_end();
	return value;
}

int gethostname(char *to, size_t n)
{
	if (n == 0)
		return __heddle_error(EINVAL);
	for (size_t i = 0; i + 1 < n && i < 8; i++)
		to[i] = 'h';
	to[n < 9 ? n - 1 : 8] = 0;
	return 0;
}

enum { RESOURCES = 16 }; /* Linux's */

/* A limit is anything until it is first asked for or set. */
static struct {
	struct rlimit limit;
	_Bool known;
} __heddle_limits[RESOURCES];

int getrlimit(int resource, struct rlimit *limit)
{
	struct rlimit is;

	if (resource < 0 || resource >= RESOURCES)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	if (!__heddle_limits[resource].known) {
		__heddle_limits[resource].limit.rlim_max = __heddle_choose(0UL, HEDDLE_CHOOSE_IO);
		__heddle_limits[resource].limit.rlim_cur = __heddle_pick(0, __heddle_limits[resource].limit.rlim_max);
		__heddle_limits[resource].known = 1;
	}
	is.rlim_cur = __heddle_limits[resource].limit.rlim_cur;
	is.rlim_max = __heddle_limits[resource].limit.rlim_max;
	__heddle_atomic_end();
	limit->rlim_cur = is.rlim_cur;
	limit->rlim_max = is.rlim_max;
	return 0;
}

int setrlimit(int resource, const struct rlimit *limit)
{
	struct rlimit given = {limit->rlim_cur, limit->rlim_max};

	if (resource < 0 || resource >= RESOURCES || given.rlim_cur > given.rlim_max)
		return __heddle_error(EINVAL);
	if (__heddle_may_fail())
		return -1;
	__heddle_atomic_begin();
	__heddle_limits[resource].limit.rlim_cur = given.rlim_cur;
	__heddle_limits[resource].limit.rlim_max = given.rlim_max;
	__heddle_limits[resource].known = 1;
	__heddle_atomic_end();
	return 0;
}

/* Linux counts nothing for the members that stay 0. */
int getrusage(int who, struct rusage *usage)
{
	(void)who;
	if (__heddle_may_fail())
		return -1;
	for (size_t i = 0; i < sizeof *usage; i++)
		((char *)usage)[i] = 0;
	usage->ru_utime.tv_sec = (time_t)__heddle_pick(0, INT_MAX);
	usage->ru_utime.tv_usec = (long)__heddle_pick(0, 999999);
	usage->ru_stime.tv_sec = (time_t)__heddle_pick(0, INT_MAX);
	usage->ru_stime.tv_usec = (long)__heddle_pick(0, 999999);
	usage->ru_maxrss = (long)__heddle_pick(1, INT_MAX);
	usage->ru_minflt = (long)__heddle_pick(0, INT_MAX);
	usage->ru_majflt = (long)__heddle_pick(0, INT_MAX);
	usage->ru_inblock = (long)__heddle_pick(0, INT_MAX);
	usage->ru_oublock = (long)__heddle_pick(0, INT_MAX);
	usage->ru_nvcsw = (long)__heddle_pick(0, INT_MAX);
	usage->ru_nivcsw = (long)__heddle_pick(0, INT_MAX);
	return 0;
}
