// 13.3: and a jump to where nobody has called setjmp.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <setjmp.h>

static jmp_buf env;

int main(void)
{
	longjmp(env, 1);
}
