// 2.4: a thread that spins for ever is stopped, not finished and not blocked.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *spin(void *arg)
{
	while (!flag)
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, spin, NULL);
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
