// 5.3: a handler that is registered while main ends
// may run or not.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int ran;

static void late(void)
{
	ran = 1;
}

static void last(void)
{
	assert(!ran);
}

static void *enlist(void *arg)
{
	atexit(late);
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(last);
	pthread_create(&t, NULL, enlist, NULL);
	ran = 0;
	exit(0);
}
