// 5.15: a _Noreturn function that ends the process on every path does not return.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int failures;

_Noreturn static void give_up(int code)
{
	if (code)
		exit(code);
	abort();
}

static void *fail(void *arg)
{
	failures = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, fail, NULL);
	if (failures)
		give_up(0);
	pthread_join(t, NULL);
	return 0;
}
