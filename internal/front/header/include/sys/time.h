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
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op (b)->tv_usec : (a)->tv_sec op (b)->tv_sec)
#define timeradd(a, b, sum)                                             \
	do {                                                            \
		(sum)->tv_sec = (a)->tv_sec + (b)->tv_sec;              \
		(sum)->tv_usec = (a)->tv_usec + (b)->tv_usec;           \
		if ((sum)->tv_usec >= 1000000)                          \
			(sum)->tv_sec++, (sum)->tv_usec -= 1000000;     \
	} while (0)
#define timersub(a, b, rest)                                            \
	do {                                                            \
		(rest)->tv_sec = (a)->tv_sec - (b)->tv_sec;             \
		(rest)->tv_usec = (a)->tv_usec - (b)->tv_usec;          \
		if ((rest)->tv_usec < 0)                                \
			(rest)->tv_sec--, (rest)->tv_usec += 1000000;   \
	} while (0)
#ifdef _GNU_SOURCE
#define TIMEVAL_TO_TIMESPEC(from, to) \
	((void)((to)->tv_sec = (from)->tv_sec, (to)->tv_nsec = (from)->tv_usec * 1000))
#define TIMESPEC_TO_TIMEVAL(to, from) \
	((void)((to)->tv_sec = (from)->tv_sec, (to)->tv_usec = (from)->tv_nsec / 1000))
#endif

#endif
