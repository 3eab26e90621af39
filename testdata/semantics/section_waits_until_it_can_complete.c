// 4.2: a thread whose section cannot complete now waits before it, and enters when it can.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x, flag;

static void *add(void *arg)
{
	__VERIFIER_atomic_begin();
	x = x + 1;
	__VERIFIER_assume(flag);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	__VERIFIER_atomic_begin();
	flag = 1;
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(x == 1);
	return 0;
}
