// 13.4: a variable keeps its value if it is volatile, has not changed, or is set before it is read again.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fail(int n)
{
	if (n < 3)
		longjmp(env, 1);
}

int main(void)
{
	volatile int tries = 0;
	int limit = 2, now;
	double half = 0.5;

	limit++;
	setjmp(env);
	now = ++tries;
	fail(now);
	half *= 2;
	assert(now == 3 && tries == limit && half == 1);
	return 0;
}
