// 4.4: obligations are evaluated on the attempted prefix only: behind a failed assume there are none.
//
// expect: assert=safe race=safe deadlock=safe memory=safe div=safe
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int x = 1;

int main(void)
{
	__VERIFIER_atomic_begin();
	x = x - 1;
	__VERIFIER_assume(x);
	assert(0);
	x = 1 / x;
	__VERIFIER_atomic_end();
	return 0;
}
