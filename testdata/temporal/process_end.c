// The end of the process is the end of a thread that spins.
//
// ask: weak safe termination
// ask: none violation termination
// ask: weak safe F finished(spinner)
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
	return 0;
}
