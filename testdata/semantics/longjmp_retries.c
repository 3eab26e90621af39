// 13.3: the function that called setjmp goes on as it is: one call of setjmp may be returned to
// again and again.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>

static jmp_buf again;
static int full = 2;

static void take(int n)
{
	if (full > 0) {
		full--;
		longjmp(again, n);
	}
}

int main(void)
{
	volatile int tries = 0;

	if (setjmp(again) != 0)
		tries++;
	take(tries);
	assert(tries == 2);
	return 0;
}
