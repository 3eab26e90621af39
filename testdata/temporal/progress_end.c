// A thread that ends does not try any more, and at the end of the process no thread does.
//
// ask: weak safe progress 13,15
// ask: weak safe progress 21,15
// ask: none violation progress 21,15
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x, y;

static void *ends(void *arg)
{
	x = 1;
	if (x == 2)
		y = 1;
	return arg;
}

static void *goes_on(void *arg)
{
	x = 1;
	for (;;)
		x = 0;
	return arg;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, ends, 0);
	pthread_create(&u, 0, goes_on, 0);
	pthread_join(t, 0);
	return 0;
}
