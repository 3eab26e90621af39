// 12.6: a thread begins with the signals blocked that its creator blocks.
//
// environment: signals
// expect: assert=bounded race=bounded deadlock=bounded memory=bounded
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local int worker;

static void on_signal(int signal)
{
	(void)signal;
	assert(!worker);
}

static void *work(void *arg)
{
	worker = 1;
	return arg;
}

int main(void)
{
	sigset_t set;
	pthread_t thread;
	struct sigaction action = {.sa_handler = on_signal};

	sigaction(SIGUSR1, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&thread, NULL, work, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_join(thread, NULL);
	return 0;
}
