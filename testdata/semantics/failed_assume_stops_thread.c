// 2.2: when an assume fails the thread stops for good; it then is not blocked.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static void *work(void *arg)
{
	int n = __VERIFIER_nondet_int();

	__VERIFIER_assume(n > 10);
	assert(n > 5);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return 0;
}
