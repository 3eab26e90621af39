// 12.14: another thread's signal may come before the call of pause, which then waits for the next one. Another process could send it,
// so this is no deadlock.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t hit;
static pthread_t paused;

static void on_signal(int signal)
{
	(void)signal;
	hit = 1;
}

static void *send(void *arg)
{
	pthread_kill(paused, SIGUSR1);
	return arg;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, on_signal);
	paused = pthread_self();
	pthread_create(&t, 0, send, 0);
	if (!hit)
		pause();
	assert(hit);
	pthread_join(t, 0);
	return 0;
}
