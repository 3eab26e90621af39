// 5.2: a call of the error function ends the process, whichever thread does it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe reach=violation
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static void *fail(void *arg)
{
	reach_error();
	assert(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, fail, NULL);
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
