// A thread that spins goes on after the end of the first thread.
//
// ask: weak violation termination
// ask: weak violation F finished(spinner)
#include <pthread.h>

static volatile int flag;

static void *spinner(void *arg)
{
	while (!flag)
		;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, spinner, 0);
	pthread_exit(0);
}
