// 13.3: property memory reports a jump without an earlier call of setjmp.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <setjmp.h>

static jmp_buf env;

int main(void)
{
	longjmp(env, 1);
}
