// 5.15: what follows the return of a _Noreturn function has no meaning.
//
// expect: assert=unknown race=unknown deadlock=unknown memory=unknown
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int failures;

_Noreturn static void give_up(int code)
{
	if (code)
		exit(code);
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
