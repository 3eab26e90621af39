// 13.3: a jump with the value 0 makes setjmp return 1 (C11 7.13.2.1p4).
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>

static sigjmp_buf env;

int main(void)
{
	switch (sigsetjmp(env, 1)) {
	case 0:
		siglongjmp(env, 0);
	case 1:
		assert(0);
	}
	return 0;
}
