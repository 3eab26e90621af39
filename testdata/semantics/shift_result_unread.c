// 5.6: what an out-of-range shift yields is a choice, also where nothing reads it.
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
