// 12.6: sigsuspend lets signals in while it waits, and ends with a handler.
//
// environment: signals
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t hit;

static void on_signal(int signal)
{
	(void)signal;
	hit = 1;
}

int main(void)
{
	sigset_t all, none;

	sigfillset(&all);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGUSR1, on_signal);
	assert(!hit);
	sigsuspend(&none);
	assert(hit);
	return 0;
}
