// 7.1: a thread reads what another thread of the same function wrote.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *first(void *arg)
{
	assert(x == 0);
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int k = 0; k < 2; k++)
		pthread_create(&t[k], NULL, first, NULL);
	return 0;
}
