// 13.3: with the call of a function whose body is an atomic section, the section ends.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static jmp_buf env;
static atomic_int busy;

static void __VERIFIER_atomic_fail(void)
{
	busy = 0;
	longjmp(env, 1);
}

static void *look(void *arg)
{
	assert(!busy);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, look, NULL);
	if (setjmp(env) == 0)
		__VERIFIER_atomic_fail();
	busy = 1;
	busy = 0;
	return 0;
}
