/*
 * time.c - clocks show any time, but clocks that cannot be set do not go back.
 * Sleeping has no effect on the order of threads (a sleeping thread is a
 * thread that is not scheduled), nor on clocks. A calendar time is any one; calendar.c has its
 * text.
 */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);

#define LATEST 2147483647

time_t time(time_t *result)
{
	time_t now = (time_t)__heddle_pick(0, LATEST);

	if (result)
		*result = now;
	return now;
}

clock_t clock(void)
{
	return (clock_t)__heddle_pick(0, LATEST);
}

double difftime(time_t later, time_t earlier)
{
	return (double)later - (double)earlier;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	(void)zone;
	now->tv_sec = (time_t)__heddle_pick(0, LATEST);
	now->tv_usec = (suseconds_t)__heddle_pick(0, 999999);
	return 0;
}

/*
 * Whether Linux has a clock. The clocks of other processes and of threads are negative: the complement of their number, which is at
 * most 4194304, then three bits, of which the last two are not both set.
 */
static int __heddle_is_clock(clockid_t clock)
{
	if (clock < 0)
		return (clock & 3) != 3 && ~(clock >> 3) <= 4194304;
	return clock < 12 && clock != 10;
}

static int __heddle_is_time(const struct timespec *t)
{
	return (unsigned long)t->tv_nsec < 1000000000 && t->tv_sec >= 0;
}

/*
 * Clocks that cannot be set show no less than before, in any thread: each for itself,
 * since a coarse clock may be behind. An earlier choice is replaced by the last
 * value, without a branch, so that no choice decides whether the clock can be read.
 */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	static struct {
		time_t seconds;
		long nanoseconds;
	} __heddle_shown[CLOCK_BOOTTIME + 1];
	time_t s = (time_t)__heddle_pick(0, LATEST), shown_s;
	long ns = (long)__heddle_pick(0, 999999999), shown_ns, keep; /* keep: all bits or none */

	if (!__heddle_is_clock(clock))
		return __heddle_error(EINVAL);
	switch (clock) {
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
		__heddle_atomic_begin();
		shown_s = __heddle_shown[clock].seconds;
		shown_ns = __heddle_shown[clock].nanoseconds;
		keep = -(long)((s < shown_s) | ((s == shown_s) & (ns < shown_ns)));
		s = (s & ~(time_t)keep) | (shown_s & (time_t)keep);
		ns = (ns & ~keep) | (shown_ns & keep);
		__heddle_shown[clock].seconds = s;
		__heddle_shown[clock].nanoseconds = ns;
		__heddle_atomic_end();
		break;
	default: /* others can be set, or are a thread's own */
		break;
	}
	now->tv_sec = s;
	now->tv_nsec = ns;
	return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
	if (!__heddle_is_clock(clock))
		return __heddle_error(EINVAL);
	if (resolution) {
		resolution->tv_sec = 0;
		resolution->tv_nsec = 1;
	}
	return 0;
}

/* The administrator may set the time of day. */
int clock_settime(clockid_t clock, const struct timespec *t)
{
	if (__heddle_is_clock(clock) && (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0))
		return __heddle_error(EPERM);
	if (clock != CLOCK_REALTIME || !__heddle_is_time(t))
		return __heddle_error(EINVAL);
	return __heddle_may_fail();
}

int clock_getcpuclockid(pid_t pid, clockid_t *clock)
{
	if (pid != 0 && pid != getpid())
		return ESRCH;
	*clock = CLOCK_PROCESS_CPUTIME_ID;
	return 0;
}

int timespec_get(struct timespec *now, int base)
{
	if (base != TIME_UTC)
		return 0;
	clock_gettime(0, now);
	return base;
}

/* A handler of a signal that a thread sent ends a sleep, and reports that. */
static int __heddle_sleeps_short(void)
{
	int interrupted = 0;

	__heddle_cancellation_point();
	if (__heddle_interrupted_hook) {
		__heddle_atomic_begin();
		interrupted = HEDDLE_IS_INTERRUPTED(1);
		__heddle_atomic_end();
		if (interrupted)
			__heddle_interrupted_hook();
	}
	return interrupted;
}

__heddle_role(sleep, thread)
unsigned sleep(unsigned seconds)
{
	return __heddle_sleeps_short() ? (unsigned)__heddle_pick(0, seconds) : 0;
}

__heddle_role(sleep, thread)
int usleep(useconds_t microseconds)
{
	(void)microseconds;
	return __heddle_sleeps_short() ? __heddle_error(EINTR) : 0;
}

/* The rest of a sleep is any up to its duration. Yields 0 or the number of an error. */
static int __heddle_sleep_for(const struct timespec *duration, struct timespec *remaining)
{
	int interrupted = __heddle_sleeps_short();
	struct timespec d = *duration;

	if (!__heddle_is_time(&d))
		return EINVAL;
	if (interrupted && remaining) {
		remaining->tv_sec = (time_t)__heddle_pick(0, (unsigned long long)d.tv_sec);
		remaining->tv_nsec = (long)__heddle_pick(0, remaining->tv_sec == d.tv_sec ? (unsigned long long)d.tv_nsec : 999999999);
	}
	return interrupted ? EINTR : 0;
}

__heddle_role(sleep, thread)
int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
	int code = __heddle_sleep_for(duration, remaining);

	return code ? __heddle_error(code) : 0;
}

__heddle_role(sleep, thread)
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
		    struct timespec *remaining)
{
	if (!__heddle_is_clock(clock) || clock == CLOCK_THREAD_CPUTIME_ID) {
		__heddle_cancellation_point();
		return EINVAL;
	}
	return __heddle_sleep_for(duration, flags & TIMER_ABSTIME ? 0 : remaining);
}

/* Any calendar time. A time that our clocks show has a year that it can have in some time zone. */
static struct tm *__heddle_calendar(const time_t *t, struct tm *to)
{
	struct tm any = { .tm_zone = "UTC" };
	time_t at = *t;

	any.tm_sec = (int)__heddle_pick(0, 60);
	any.tm_min = (int)__heddle_pick(0, 59);
	any.tm_hour = (int)__heddle_pick(0, 23);
	any.tm_mday = (int)__heddle_pick(1, 31);
	any.tm_mon = (int)__heddle_pick(0, 11);
	if (at >= 0 && at <= LATEST)
		any.tm_year = (int)__heddle_pick(69, 138);
	else
		any.tm_year = (int)__heddle_pick(0, 10000) - 1900;
	any.tm_wday = (int)__heddle_pick(0, 6);
	any.tm_yday = (int)__heddle_pick(0, 365);
	any.tm_isdst = (int)__heddle_pick(0, 1);
	any.tm_gmtoff = ((long)__heddle_pick(0, 26 * 4) - 12 * 4) * 900;
	*to = any;
	return to;
}

HEDDLE_STATE(localtime_and_gmtime);
static struct tm __result_of_localtime_and_gmtime;

struct tm *localtime(const time_t *t)
{
	HEDDLE_NOT_THREAD_SAFE(localtime_and_gmtime);
	return __heddle_calendar(t, &__result_of_localtime_and_gmtime);
}

struct tm *gmtime(const time_t *t)
{
	__heddle_approximates();
	return localtime(t);
}

struct tm *localtime_r(const time_t *restrict t, struct tm *restrict to)
{
	return __heddle_calendar(t, to);
}

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict to)
{
	__heddle_approximates();
	return __heddle_calendar(t, to);
}

time_t mktime(struct tm *t)
{
	time_t now = (time_t)__heddle_pick(0, LATEST), unknown = -1;

	__heddle_calendar(&unknown, t);
	return now;
}

time_t timegm(struct tm *t)
{
	__heddle_approximates();
	return mktime(t);
}

unsigned long long __rdtsc(void)
{
	return (unsigned long long)__heddle_pick(0, LLONG_MAX);
}
