// 12.14: a signal that another thread sends runs its handler at any later operation of the thread.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int n;

static void on_signal(int signal)
{
	(void)signal;
	n = 2;
}

static void *work(void *arg)
{
	n = 1;
	assert(n == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, on_signal);
	pthread_create(&t, 0, work, 0);
	pthread_kill(t, SIGUSR1);
	n = 0;
	pthread_join(t, 0);
	return 0;
}
