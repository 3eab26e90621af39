// 9.1: so is a write to an object that is defined const, here of another thread's function (C11 6.7.3p6).
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>

static int answer(void)
{
	return 42;
}

static void *work(void *arg)
{
	*(int *)arg = 1;
	return arg;
}

int main(void)
{
	const int limit[2] = {answer(), 2};
	pthread_t t;

	pthread_create(&t, 0, work, (void *)&limit[1]);
	pthread_join(t, 0);
	return 0;
}
