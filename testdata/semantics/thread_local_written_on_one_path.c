// 1.1: a thread-local has its initial value where the thread has not written it, whatever
// it does on other paths.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;
static int shared;

static void *work(void *arg)
{
	if (shared == 0)
		own = 1;
	assert(own == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	shared = 1;
	pthread_join(t, NULL);
	return 0;
}
