// 13.3: the objects of functions and blocks that a jump leaves are dead.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <setjmp.h>

static jmp_buf env;
static int *left;

static void jump(void)
{
	int local = 1;

	left = &local;
	longjmp(env, 1);
}

int main(void)
{
	if (setjmp(env) == 0)
		jump();
	return *left;
}
