// 9.1: a write to a thread-local object that is defined const is a memory error, in every thread.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>

static _Thread_local const int limit = 3;

static void *work(void *arg)
{
	*(int *)&limit = 4;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return limit - 3;
}
