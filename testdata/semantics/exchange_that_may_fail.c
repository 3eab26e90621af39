// 7.1: a compare and exchange writes nothing where the values differ.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static _Atomic int x;

int main(void)
{
	int expected = 0;

	x = __VERIFIER_nondet_int() != 0;
	atomic_compare_exchange_strong(&x, &expected, 2);
	assert(x == 2);
	return 0;
}
