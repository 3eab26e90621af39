// A loop until another thread sets a flag ends if that thread ever goes on.
//
// ask: weak safe termination
// ask: none violation termination
// ask: weak safe F finished(main)
// ask: weak safe G (enabled(setter) -> F flag == 1)
#include <pthread.h>

static volatile int flag;

static void *setter(void *arg)
{
	flag = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, setter, 0);
	while (!flag)
		;
	return 0;
}
