// 14.23: a timer that is set expires at any time, and calls its function in a thread.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t s;

static void expired(union sigval value)
{
	assert(value.sival_int == 1);
	sem_post(&s);
}

int main(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired, .sigev_value.sival_int = 1};
	struct itimerspec value = {.it_value.tv_nsec = 1};
	timer_t timer;

	sem_init(&s, 0, 0);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &value, 0);
	sem_wait(&s);
	timer_settime(timer, 0, &value, 0);
	assert(sem_trywait(&s) != 0);
	return 0;
}
