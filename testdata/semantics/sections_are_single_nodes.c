// 7.3: an atomic section is one node of the order: of two sections one comes first as a whole.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y, a, b;

static void *left(void *arg)
{
	__VERIFIER_atomic_begin();
	x = 1;
	a = y;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, left, NULL);
	__VERIFIER_atomic_begin();
	y = 1;
	b = x;
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(a + b == 1);
	return 0;
}
