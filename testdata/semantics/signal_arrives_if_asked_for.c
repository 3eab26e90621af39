// 12.3: no signal arrives, of a timer or for a handler, unless that is switched on.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	(void)signal;
	stop = 1;
}

int main(void)
{
	signal(SIGINT, on_signal);
	signal(SIGALRM, on_signal);
	alarm(10);
	assert(!stop);
	return 0;
}
