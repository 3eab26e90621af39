/* <time.h>, C11 7.27 and POSIX */
#ifndef _TIME_H
#define _TIME_H

#include <bits/types/locale_t.h>
#include <heddle/types.h>
#include <heddle/null.h>
#include <bits/types/struct_timespec.h>

struct tm {
	int tm_sec;
	int tm_min;
	int tm_hour;
	int tm_mday;
	int tm_mon;
	int tm_year;
	int tm_wday;
	int tm_yday;
	int tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

struct itimerspec {
	struct timespec it_interval;
	struct timespec it_value;
};

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1

extern int daylight;
extern long timezone;
extern char *tzname[2];

clock_t clock(void);
time_t time(time_t *t);
double difftime(time_t a, time_t b);
time_t mktime(struct tm *t);
time_t timegm(struct tm *t);
int timespec_get(struct timespec *t, int base);
size_t strftime(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict t);
char *asctime(const struct tm *t);
char *asctime_r(const struct tm *restrict t, char *restrict s);
char *ctime(const time_t *t);
char *ctime_r(const time_t *t, char *s);
struct tm *gmtime(const time_t *t);
struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict result);
struct tm *localtime(const time_t *t);
struct tm *localtime_r(const time_t *restrict t, struct tm *restrict result);
void tzset(void);
int nanosleep(const struct timespec *duration, struct timespec *remaining);
int clock_getres(clockid_t clock, struct timespec *t);
int clock_gettime(clockid_t clock, struct timespec *t);
int clock_settime(clockid_t clock, const struct timespec *t);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *remaining);

struct sigevent;
extern int getdate_err;

int clock_getcpuclockid(pid_t pid, clockid_t *clock);
size_t strftime_l(char *restrict s, size_t n, const char *restrict format, const struct tm *restrict t,
		  locale_t locale);
#if defined _XOPEN_SOURCE || defined _GNU_SOURCE
char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict t);
struct tm *getdate(const char *s);
#endif
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict old);
int timer_gettime(timer_t timer, struct itimerspec *value);
int timer_getoverrun(timer_t timer);

#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_TAI 11

#endif
