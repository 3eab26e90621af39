/*
 * timer.c - timers. A timer that is set expires at any time after that, in a thread of the model. That calls the function
 * of SIGEV_THREAD, or sends the signal to the process. Executions in which a timer's signal ends the process are unsupported. Alarms send
 * signals only in programs that wait for signals: else their signals arrive as those of the environment do.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "notify.h"
#include "process.h"
#include "signals.h"

enum { TIMERS = 8, ALARMS = 3, EXPIRIES = 2, NANOSECONDS = 1000000000, TO_DESCRIPTOR = -1 };

/* The first are those of setitimer, and alarm's is ITIMER_REAL. */
static struct __heddle_timer {
	_Bool exists;
	_Bool absolute;
	int armed; /* a number of the setting; 0: not */
	int settings;
	time_t seconds; /* until it expires, when it was set */
	long nanoseconds;
	time_t interval_seconds;
	long interval_nanoseconds;
	struct __heddle_event event;
} __heddle_timers[ALARMS + TIMERS];

static int __heddle_timers_made;

/* The setting of a timer for which a thread runs. */
struct __heddle_setting {
	struct __heddle_timer *timer;
	int number;
};

/* Whether the timer of a setting expires, which it does once unless it has an interval. */
static int __heddle_expires(const struct __heddle_setting *s)
{
	int armed;

	__heddle_atomic_begin();
	armed = s->timer->armed == s->number;
	if (armed && !s->timer->interval_seconds && !s->timer->interval_nanoseconds)
		s->timer->armed = 0;
	__heddle_atomic_end();
	return armed;
}

/* Adds an expiry to the count of a descriptor: a hook, null in programs without timerfd, and its target. */
void (*__heddle_timerfd_hook)(int fd);

void __heddle_timerfd_expires(int fd)
{
	eventfd_write(fd, 1);
}

static void *__heddle_run_timer(void *arg)
{
	const struct __heddle_setting *s = arg;
	const struct __heddle_event *e = &s->timer->event;

	for (int i = 0; i < EXPIRIES; i++) {
		if (!__heddle_expires(s))
			return 0;
		if (__heddle_timerfd_hook && e->kind == TO_DESCRIPTOR)
			__heddle_timerfd_hook(e->value.sival_int);
		else if (e->kind == SIGEV_THREAD)
			e->function(e->value);
		else
			__heddle_send_to_process(e->signal, SI_TIMER, e->value, 1);
	}
	if (__heddle_expires(s)) {
		__heddle_limit("timers");
		__heddle_assume(0);
	}
	return 0;
}

/* Starts a thread for the setting of a timer. */
static void __heddle_start_setting(struct __heddle_timer *t, int number, void *(*run)(void *))
{
	struct __heddle_setting *s = __heddle_alloc(sizeof *s, _Alignof(struct __heddle_setting), HEDDLE_ALLOC_MODEL);

	s->timer = t;
	s->number = number;
	__heddle_start_own(run, s);
}

/* Starts a thread for an alarm that is set: a hook, null in programs that wait for no signals, and its target. */
void (*__heddle_alarm_hook)(struct __heddle_timer *t, int number);

void __heddle_start_alarm(struct __heddle_timer *t, int number)
{
	__heddle_start_setting(t, number, __heddle_run_timer);
}

/*
 * The same for an alarm whose signal has a handler in a program that waits for no signals. The signal does not arrive, and the
 * execution is not judged beyond its expiry: a wait that the handler could end is no deadlock.
 */
void (*__heddle_unheard_hook)(struct __heddle_timer *t, int number);

static void *__heddle_run_unheard(void *arg)
{
	if (__heddle_expires(arg))
		__heddle_assume(0);
	return 0;
}

void __heddle_start_unheard(struct __heddle_timer *t, int number)
{
	__heddle_start_setting(t, number, __heddle_run_unheard);
}

/*
 * The time until a timer expires; 0: it is not set. A timer without a thread may have expired unnoticed. Inside a
 * section.
 */
static struct timespec __heddle_time_left(struct __heddle_timer *t, int may_have_expired)
{
	struct timespec left = {0, 0};
	_Bool periodic = t->interval_seconds || t->interval_nanoseconds;

	if (t->armed && !periodic && may_have_expired && __heddle_flip(HEDDLE_CHOOSE_TIMEOUT))
		t->armed = 0;
	if (!t->armed)
		return left;
	left.tv_sec = (time_t)__heddle_pick(0, (unsigned long)(t->absolute ? INT_MAX : periodic && t->interval_seconds > t->seconds ? t->interval_seconds : t->seconds));
	left.tv_nsec = (long)__heddle_pick(left.tv_sec == 0, left.tv_sec == t->seconds && !periodic && !t->absolute ? (unsigned long)t->nanoseconds : NANOSECONDS - 1);
	return left;
}

/* Sets a timer; returns the number of the setting, 0 if it is not to expire. Inside a section. */
static int __heddle_set_timer(struct __heddle_timer *t, const struct itimerspec *value, int absolute)
{
	t->seconds = value->it_value.tv_sec;
	t->nanoseconds = value->it_value.tv_nsec;
	t->interval_seconds = value->it_interval.tv_sec;
	t->interval_nanoseconds = value->it_interval.tv_nsec;
	t->absolute = absolute;
	t->armed = 0;
	if (t->seconds || t->nanoseconds)
		t->armed = ++t->settings;
	return t->armed;
}

void __heddle_disarm(void)
{
	__heddle_atomic_begin();
	for (int i = 0; i < ALARMS + TIMERS; i++) {
		__heddle_timers[i].armed = 0;
		__heddle_timers[i].exists = 0;
	}
	__heddle_atomic_end();
}

int (*__heddle_arrive_hook)(void);

/* Whether an alarm without a thread could have expired: its signal has no effect, or the environment may have sent it. */
static int __heddle_unnoticed(int signal)
{
	if (__heddle_alarm_hook)
		return 0;
	return __heddle_disposition(signal) == SIG_IGN || (__heddle_blocked & HEDDLE_SIGNAL_BIT(signal)) != 0 ||
	       (__heddle_arrive_hook && __heddle_flip(HEDDLE_CHOOSE_SIGNAL));
}

/* Replaces the value of an alarm, and returns the old value. */
static struct itimerspec __heddle_set_alarm(int which, const struct itimerspec *value)
{
	struct __heddle_timer *t = &__heddle_timers[which];
	int signal = which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF, number = 0;
	int may_have_expired = __heddle_unnoticed(signal);
	struct itimerspec old;

	__heddle_atomic_begin();
	old.it_value = __heddle_time_left(t, may_have_expired);
	old.it_interval.tv_sec = t->interval_seconds;
	old.it_interval.tv_nsec = t->interval_nanoseconds;
	if (value) {
		t->event.kind = SIGEV_SIGNAL;
		t->event.signal = signal;
		number = __heddle_set_timer(t, value, 0);
	}
	__heddle_atomic_end();
	if (number && __heddle_alarm_hook)
		__heddle_alarm_hook(t, number);
	else if (number && __heddle_unheard_hook && __heddle_disposition(signal) != SIG_DFL && __heddle_disposition(signal) != SIG_IGN)
		__heddle_unheard_hook(t, number);
	else if (number && __heddle_disposition(signal) == SIG_DFL && __heddle_flip(HEDDLE_CHOOSE_SIGNAL))
		__heddle_unsupported("a timer's signal that ends the process");
	return old;
}

unsigned alarm(unsigned seconds)
{
	struct itimerspec value = {.it_value.tv_sec = (time_t)seconds};
	struct timespec old = __heddle_set_alarm(ITIMER_REAL, &value).it_value;

	return (unsigned)old.tv_sec + (old.tv_nsec != 0);
}

useconds_t ualarm(useconds_t microseconds, useconds_t interval)
{
	struct itimerspec value = {{interval / 1000000, interval % 1000000 * 1000}, {microseconds / 1000000, microseconds % 1000000 * 1000}};
	struct timespec old = __heddle_set_alarm(ITIMER_REAL, &value).it_value;

	return (useconds_t)(old.tv_sec * 1000000 + old.tv_nsec / 1000);
}

static void __heddle_store_alarm(struct itimerval *to, const struct itimerspec *from)
{
	to->it_value.tv_sec = from->it_value.tv_sec;
	to->it_value.tv_usec = from->it_value.tv_nsec / 1000;
	to->it_interval.tv_sec = from->it_interval.tv_sec;
	to->it_interval.tv_usec = from->it_interval.tv_nsec / 1000;
}

#define IS_NO_TIME(t) ((t).tv_sec < 0 || (unsigned long)(t).tv_usec >= 1000000)

int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
	struct itimerspec given, was;

	if (which < ITIMER_REAL || which > ITIMER_PROF || IS_NO_TIME(value->it_value) || IS_NO_TIME(value->it_interval))
		return __heddle_error(EINVAL);
	given.it_value.tv_sec = value->it_value.tv_sec;
	given.it_value.tv_nsec = value->it_value.tv_usec * 1000;
	given.it_interval.tv_sec = value->it_interval.tv_sec;
	given.it_interval.tv_nsec = value->it_interval.tv_usec * 1000;
	was = __heddle_set_alarm(which, &given);
	if (old)
		__heddle_store_alarm(old, &was);
	return 0;
}

int getitimer(int which, struct itimerval *value)
{
	struct itimerspec is;

	if (which < ITIMER_REAL || which > ITIMER_PROF)
		return __heddle_error(EINVAL);
	is = __heddle_set_alarm(which, 0);
	__heddle_store_alarm(value, &is);
	return 0;
}

#define IS_CLOCK(clock) ((clock) <= CLOCK_BOOTTIME && (clock) != CLOCK_MONOTONIC_RAW && (clock) != CLOCK_REALTIME_COARSE && (clock) != CLOCK_MONOTONIC_COARSE)

/* Makes a timer. */
static struct __heddle_timer *__heddle_make_timer(const struct __heddle_event *event)
{
	struct __heddle_timer *t;
	int i;

	__heddle_atomic_begin();
	i = __heddle_timers_made;
	if (i == TIMERS)
		__heddle_unsupported("more than 8 timers");
	__heddle_timers_made = i + 1;
	t = &__heddle_timers[ALARMS + i];
	t->exists = 1;
	t->event = *event;
	__heddle_atomic_end();
	return t;
}

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
	struct __heddle_event given = {.kind = SIGEV_SIGNAL, .signal = SIGALRM};
	struct __heddle_timer *t;

	if (!IS_CLOCK(clock) || (event && __heddle_read_event(event, &given)))
		return __heddle_error(EINVAL);
	t = __heddle_make_timer(&given);
	if (!event)
		t->event.value.sival_ptr = t;
	*id = t;
	return 0;
}

/* The timer with an identifier; null: there is none. Inside a section. */
static struct __heddle_timer *__heddle_find_timer(timer_t id)
{
	for (int i = ALARMS; i < ALARMS + TIMERS; i++)
		if (id == &__heddle_timers[i] && __heddle_timers[i].exists)
			return &__heddle_timers[i];
	return 0;
}

int timer_delete(timer_t id)
{
	struct __heddle_timer *t;

	__heddle_atomic_begin();
	t = __heddle_find_timer(id);
	if (t) {
		t->exists = 0;
		t->armed = 0;
	}
	__heddle_atomic_end();
	return t ? 0 : __heddle_error(EINVAL);
}

/* Stores the rest of a timer, and sets the timer if a value is given. */
static int __heddle_change_timer(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	struct __heddle_timer *t;
	struct itimerspec was = {0};
	int number = 0, kind = SIGEV_NONE;

	__heddle_atomic_begin();
	t = __heddle_find_timer(id);
	if (t) {
		kind = t->event.kind;
		was.it_value = __heddle_time_left(t, kind == SIGEV_NONE);
		was.it_interval.tv_sec = t->interval_seconds;
		was.it_interval.tv_nsec = t->interval_nanoseconds;
		if (value)
			number = __heddle_set_timer(t, value, flags & TIMER_ABSTIME);
	}
	__heddle_atomic_end();
	if (!t)
		return __heddle_error(EINVAL);
	if (number && kind != SIGEV_NONE)
		__heddle_start_alarm(t, number);
	if (old) {
		old->it_value.tv_sec = was.it_value.tv_sec;
		old->it_value.tv_nsec = was.it_value.tv_nsec;
		old->it_interval.tv_sec = was.it_interval.tv_sec;
		old->it_interval.tv_nsec = was.it_interval.tv_nsec;
	}
	return 0;
}

#undef IS_NO_TIME
#define IS_NO_TIME(t) ((t).tv_sec < 0 || (unsigned long)(t).tv_nsec >= NANOSECONDS)

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict old)
{
	struct itimerspec given = {{value->it_interval.tv_sec, value->it_interval.tv_nsec}, {value->it_value.tv_sec, value->it_value.tv_nsec}};

	if (IS_NO_TIME(given.it_value) || IS_NO_TIME(given.it_interval))
		return __heddle_error(EINVAL);
	return __heddle_change_timer(id, flags, &given, old);
}

int timer_gettime(timer_t id, struct itimerspec *value)
{
	return __heddle_change_timer(id, 0, 0, value);
}

/* Expiries that were not notified: any number. */
int timer_getoverrun(timer_t id)
{
	struct __heddle_timer *t;

	__heddle_atomic_begin();
	t = __heddle_find_timer(id);
	__heddle_atomic_end();
	return t ? (int)__heddle_pick(0, INT_MAX) : __heddle_error(EINVAL);
}

int timerfd_create(clockid_t clock, int flags)
{
	struct __heddle_event event = {.kind = TO_DESCRIPTOR};
	int fd;

	if (!IS_CLOCK(clock) || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
		return __heddle_error(EINVAL);
	fd = eventfd(0, flags);
	if (fd == -1)
		return -1;
	event.value.sival_int = fd;
	__heddle_make_timer(&event);
	return fd;
}

/* The timer of a descriptor; null: it has none. */
static struct __heddle_timer *__heddle_timer_of(int fd)
{
	struct __heddle_timer *t = 0;

	__heddle_atomic_begin();
	for (int i = ALARMS; i < ALARMS + TIMERS; i++)
		if (__heddle_timers[i].exists && __heddle_timers[i].event.kind == TO_DESCRIPTOR && __heddle_timers[i].event.value.sival_int == fd)
			t = &__heddle_timers[i];
	__heddle_atomic_end();
	return t;
}

/* A new setting forgets expiries that were not read. */
int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	struct __heddle_timer *t = __heddle_timer_of(fd);
	eventfd_t expiries;

	if (!t)
		return __heddle_error(EINVAL);
	__heddle_read_from(fd, &expiries, sizeof expiries, MSG_DONTWAIT);
	return timer_settime(t, flags, value, old);
}

int timerfd_gettime(int fd, struct itimerspec *value)
{
	struct __heddle_timer *t = __heddle_timer_of(fd);

	return t ? timer_gettime(t, value) : __heddle_error(EINVAL);
}
