// 2.4: stopped is not finished: a join on a stopped thread blocks.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static void *stop(void *arg)
{
	__VERIFIER_assume(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stop, NULL);
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
