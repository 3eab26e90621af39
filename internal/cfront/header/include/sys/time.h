/* <sys/time.h>, POSIX */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <heddle/types.h>
#include <bits/types/struct_timeval.h>
#include <sys/select.h>

struct timezone {
	int tz_minuteswest;
	int tz_dsttime;
};
struct itimerval {
	struct timeval it_interval;
	struct timeval it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

int gettimeofday(struct timeval *restrict t, void *restrict zone);
int settimeofday(const struct timeval *t, const struct timezone *zone);
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old);
int utimes(const char *path, const struct timeval times[2]);

#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)

#endif
