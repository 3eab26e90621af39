// 5.6: the result of an out-of-range shift is a choice, also if it is never read.
//
// expect: assert=violation race=safe deadlock=safe memory=safe shift=violation
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = 4, x, y;

	x = 3 << (n * 16);
	y = __VERIFIER_nondet_int();
	assert(y != 7);
	return 0;
}
