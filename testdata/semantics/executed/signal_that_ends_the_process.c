// 12.7: a signal without a handler ends the process, whichever thread it is sent to, unless
// that blocks it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg)
{
	pthread_mutex_lock(&lock);
	return arg;
}

int main(void)
{
	sigset_t set;
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_mutex_lock(&lock);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, waits, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	pthread_kill(t, SIGUSR2);
	assert(0);
	return 0;
}
