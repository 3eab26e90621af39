// 2.3: when an assume fails the thread stops for good; its
// earlier steps happened, also the write right before the assume.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_int g, h;

void *assuming(void *arg)
{
	int n = h;
	g = 1;
	__VERIFIER_assume(n == 5);
	h = 7;
	return 0;
}

int main(void)
{
	pthread_t t;
	h = 2;
	pthread_create(&t, 0, assuming, 0);
	assert(g == 0);
	return 0;
}
