// 12.6: a signal that a thread blocks waits, as does one whose handler runs.
//
// environment: signals
// expect: assert=bounded race=bounded deadlock=bounded memory=bounded
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int running;

static void on_signal(int signal)
{
	(void)signal;
	assert(!running);
	running = 1;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	running = 0;
}

int main(void)
{
	sigset_t set;
	struct sigaction action = {.sa_handler = on_signal};

	sigaction(SIGUSR1, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}
