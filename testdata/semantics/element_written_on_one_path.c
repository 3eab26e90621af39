// 7.1: an element that is not written keeps its own initial value.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int a[3] = {1, 2, 3};

int main(void)
{
	unsigned i = (unsigned)__VERIFIER_nondet_int();

	if (i < 3 && a[i] > 1)
		a[1] = 5;
	assert(a[1] != 1);
	return 0;
}
