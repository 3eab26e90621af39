// 10.2: volatile accesses are plain ones: they race.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static volatile int x;

static void *write_it(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write_it, NULL);
	x = 2;
	pthread_join(t, NULL);
	return 0;
}
