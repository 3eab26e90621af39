// 13.4: a variable that is changed between setjmp and longjmp may be as it was.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fail(void)
{
	longjmp(env, 1);
}

int main(void)
{
	int tries = 0;

	if (setjmp(env))
		assert(tries == 1);
	tries++;
	if (tries == 1)
		fail();
	return 0;
}
