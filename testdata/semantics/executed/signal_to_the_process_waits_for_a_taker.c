// 12.15: a signal to the process that all threads block is pending until one of them takes it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *work(void *arg)
{
	int got;

	assert(sigwait(&set, &got) == 0 && got == SIGTERM);
	return arg;
}

int main(void)
{
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, 0);
	pthread_create(&t, 0, work, 0);
	kill(getpid(), SIGTERM);
	pthread_join(t, 0);
	return 0;
}
