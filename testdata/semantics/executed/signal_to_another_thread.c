// 12.14: a signal that one thread sends to another arrives there; it orders nothing.
//
// environment: signals
// expect: assert=bounded race=violation deadlock=bounded memory=bounded
#include <pthread.h>
#include <signal.h>

static int n, seen;

static void on_signal(int signal)
{
	(void)signal;
	n++;
}

static void *other(void *arg)
{
	seen = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, on_signal);
	pthread_create(&t, NULL, other, NULL);
	n++;
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	return 0;
}
