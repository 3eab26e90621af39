// 5.13: the result of a call that ended without a return has no value. The call in the
// thread does not use its result, the one in main does.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int sign(int n)
{
	if (n < 0)
		return -1;
	if (n > 0)
		return 1;
}

static void *run(void *arg)
{
	sign(__VERIFIER_nondet_int());
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return sign(__VERIFIER_nondet_int()) == 7;
}
