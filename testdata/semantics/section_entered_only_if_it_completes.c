// 4.2: a section is entered only if it reaches its end: no thread sees a part of it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x, flag;

static void *half(void *arg)
{
	__VERIFIER_atomic_begin();
	x = 7;
	__VERIFIER_assume(flag);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, half, NULL);
	__VERIFIER_atomic_begin();
	v = x;
	flag = 1;
	__VERIFIER_atomic_end();
	assert(v == 0);
	return 0;
}
