// 2.5: a join of a thread that detached itself returns at once, and does not synchronise.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *arg)
{
	x = 1;
	pthread_detach(pthread_self());
	return arg;
}

int main(void)
{
	pthread_t t;
	int code;

	pthread_create(&t, NULL, work, NULL);
	code = pthread_join(t, NULL);
	if (code != 0)
		x = 2;
	assert(code == 0);
	return 0;
}
