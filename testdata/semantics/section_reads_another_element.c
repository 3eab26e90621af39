// 7.3: a read in a section sees an earlier write of the section to the same element, and no write to another one.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int table[8];

static unsigned any(void)
{
	return 2 * __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
}

static void *put(void *arg)
{
	unsigned at = any();

	__VERIFIER_atomic_begin();
	table[at] = 2;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;
	unsigned i = any(), j = any();
	int v;

	pthread_create(&t, NULL, put, NULL);
	__VERIFIER_atomic_begin();
	table[i] = 1;
	v = table[j];
	__VERIFIER_atomic_end();
	assert(i == j ? v == 1 : v != 1);
	pthread_join(t, NULL);
	return 0;
}
