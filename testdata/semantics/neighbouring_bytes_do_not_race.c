// 10.1: accesses to different bytes of one object are no race.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static char x[2];

static void *write_it(void *arg)
{
	x[0] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write_it, NULL);
	x[1] = 1;
	pthread_join(t, NULL);
	assert(x[0] == 1 && x[1] == 1);
	return 0;
}
