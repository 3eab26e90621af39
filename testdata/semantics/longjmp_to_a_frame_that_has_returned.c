// 13.3: a jump to a function that has returned is a use of a dead object (C11 7.13.2.1p2).
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <setjmp.h>

static jmp_buf env;

static int set(void)
{
	return setjmp(env);
}

int main(void)
{
	if (set() == 0)
		longjmp(env, 1);
	return 0;
}
