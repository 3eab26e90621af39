// 13.1: what holds behind a loop holds for every way into it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe div=safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int i = 0, j = 0;

	if (__VERIFIER_nondet_bool())
		goto inner;
	if (__VERIFIER_nondet_bool())
		goto last;
	for (i = 0; i < 3; i++) {
		for (j = 0; j < 2; j++) {
		inner:
			if (j == 1)
				goto last;
		}
	last:;
	}
	assert(i == 3 && j < 2 && 6 / i == 2);
	return 0;
}
