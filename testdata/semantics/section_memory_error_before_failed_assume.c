// 4.4: obligations of every kind count in a section that cannot complete, null dereferences too.
//
// expect: assert=safe race=safe deadlock=safe memory=violation overflow=violation
#include <assert.h>
#include <limits.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int *p, x = INT_MAX;

int main(void)
{
	__VERIFIER_atomic_begin();
	x = x + 1;
	*p = x;
	__VERIFIER_assume(0);
	__VERIFIER_atomic_end();
	assert(0);
	return 0;
}
