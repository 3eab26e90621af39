// 2.2: an assume strengthens the guard of what follows in its own thread only.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static int n;

static void *work(void *arg)
{
	__VERIFIER_assume(n == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	n = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, work, NULL);
	assert(n == 0);
	return 0;
}
