// 13.3: a function may call setjmp in several places, also in
// loops: the jump leads to the call that wrote its argument last.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>

static jmp_buf inside, before;

int main(void)
{
	volatile int i, back = 0, rounds = 0;

	if (setjmp(before))
		back++;
	for (i = 0; i < 2; i++) {
		if (setjmp(inside) == 0)
			longjmp(inside, i + 1);
		rounds++;
	}
	if (back == 0)
		longjmp(before, 1);
	if (rounds < 6)
		longjmp(inside, 1);
	assert(back == 1 && rounds == 6);
	return 0;
}
