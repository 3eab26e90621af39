// 13.3: a call of setjmp through a pointer is no place to which a jump can lead; it is unsupported.
//
// expect: assert=unknown race=unknown deadlock=unknown memory=unknown
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int (*set)(jmp_buf) = setjmp;

int main(void)
{
	if (set(env))
		return 0;
	longjmp(env, 1);
}
