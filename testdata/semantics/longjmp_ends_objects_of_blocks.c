// 13.3: after the jump the objects are alive that were alive at setjmp in its function, no others.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int *kept, *left;

static void jump(void)
{
	longjmp(env, 1);
}

int main(void)
{
	int outer = 3;

	kept = &outer;
	if (setjmp(env) == 0) {
		int inner = 1;

		left = &inner;
		jump();
	}
	assert(*kept == 3);
	return *left;
}
