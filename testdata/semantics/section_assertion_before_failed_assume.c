// 4.4: an assertion inside an atomic section that cannot complete still fails.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x = 1;

int main(void)
{
	__VERIFIER_atomic_begin();
	x = x + 1;
	assert(x != 2);
	__VERIFIER_assume(0);
	__VERIFIER_atomic_end();
	return 0;
}
