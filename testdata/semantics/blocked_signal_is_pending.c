// 12.7: a signal that a thread blocks is pending until it unblocks the signal or waits for it.
//
// expect: assert=safe
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t count;

static void handler(int signal)
{
	(void)signal;
	count++;
}

int main(void)
{
	sigset_t set;
	int got;

	signal(SIGUSR1, handler);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGUSR1);
	assert(count == 0);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	assert(count == 1);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGUSR1);
	assert(sigwait(&set, &got) == 0 && got == SIGUSR1);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	assert(count == 1);
	return 0;
}
