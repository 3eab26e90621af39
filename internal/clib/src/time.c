/*
 * time.c - clocks show anything; sleeping has no effect on the order of threads
 * (a sleeping thread is one that is not scheduled).
 */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "heddle.h"

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

int clock_gettime(clockid_t clock, struct timespec *now)
{
	(void)clock;
	now->tv_sec = (time_t)__heddle_pick(0, LATEST);
	now->tv_nsec = (long)__heddle_pick(0, 999999999);
	return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
	(void)clock;
	if (resolution) {
		resolution->tv_sec = 0;
		resolution->tv_nsec = 1;
	}
	return 0;
}

int timespec_get(struct timespec *now, int base)
{
	clock_gettime(0, now);
	return base;
}

unsigned sleep(unsigned seconds)
{
	(void)seconds;
	return 0;
}

int usleep(useconds_t microseconds)
{
	(void)microseconds;
	return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
	(void)remaining;
	return (unsigned long)duration->tv_nsec < 1000000000 ? 0 : __heddle_error(EINVAL);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
		    struct timespec *remaining)
{
	(void)clock, (void)flags, (void)remaining;
	return (unsigned long)duration->tv_nsec < 1000000000 ? 0 : EINVAL;
}

char *ctime(const time_t *t)
{
	(void)*t;
	return "Thu Jan  1 00:00:00 1970\n";
}
