// 4.1: begins nest: a section ends at the end that matches its begin.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *increment(void *arg)
{
	int v;

	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_begin();
	v = x;
	__VERIFIER_atomic_end();
	x = v + 1;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, increment, NULL);
	increment(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
