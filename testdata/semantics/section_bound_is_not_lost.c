// 4.4: a bound hit inside a section is not lost: what lies behind it is not declared safe.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

int main(void)
{
	__VERIFIER_atomic_begin();
	for (int i = 0; i < 40; i++)
		x++;
	__VERIFIER_atomic_end();
	assert(x != 40);
	return 0;
}
