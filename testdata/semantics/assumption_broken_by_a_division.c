// 16.6: division by zero breaks an assumption of a proof, whether or not memory is proved safe in the same run.
//
// expect: assert=safe race=safe deadlock=safe memory=safe div=violation
// alone: assert=unknown memory=unknown div=violation
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int a[4];

int main(void)
{
	int n = __VERIFIER_nondet_int();

	if (n < 0 || n > 3)
		return 0;
	a[n] = 8 / n;
	assert(a[n] <= 8);
	return 0;
}
