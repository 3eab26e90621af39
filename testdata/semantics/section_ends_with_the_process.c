// 4.1: a section without an end ends with the process: no thread sees its writes before.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *look(void *arg)
{
	int v;

	__VERIFIER_atomic_begin();
	v = x;
	__VERIFIER_atomic_end();
	assert(v == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, look, NULL);
	__VERIFIER_atomic_begin();
	x = 1;
	exit(0);
}
