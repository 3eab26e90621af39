// 10.1: two plain accesses to one object, one a write, unordered by happens-before, are a race.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static int x, copy;

static void *read_it(void *arg)
{
	copy = x;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_it, NULL);
	x = 1;
	pthread_join(t, NULL);
	return 0;
}
