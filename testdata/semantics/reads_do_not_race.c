// 10.1: two reads are no race.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void *read_it(void *arg)
{
	assert(x == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_it, NULL);
	assert(x == 1);
	pthread_join(t, NULL);
	return 0;
}
