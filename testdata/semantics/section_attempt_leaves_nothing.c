// 4.5: an attempt that does not complete leaves nothing behind, neither writes nor allocations.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x, flag;

static void *attempt(void *arg)
{
	__VERIFIER_atomic_begin();
	(void)malloc(4);
	x = x + 1;
	__VERIFIER_assume(flag);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, attempt, NULL);
	__VERIFIER_atomic_begin();
	v = x;
	__VERIFIER_atomic_end();
	assert(v == 0);
	return 0;
}
