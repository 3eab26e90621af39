// 13.3: so is a jump to a function that another thread is in.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;

static void *jump(void *arg)
{
	longjmp(env, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	if (setjmp(env))
		return 1;
	pthread_create(&t, NULL, jump, NULL);
	pthread_join(t, NULL);
	return 0;
}
