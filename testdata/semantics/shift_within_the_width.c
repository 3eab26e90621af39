// 5.6: a shift by less than the width has a value, and property shift does not report it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe shift=safe
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 32;

	assert(((1u << n) >> n) == 1);
	return 0;
}
