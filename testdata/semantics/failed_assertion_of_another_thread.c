// 5.1: others may run between a thread's last access and its failing: their violations are real.
//
// expect: assert=violation race=safe deadlock=safe memory=violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int *p;

static void *fail(void *arg)
{
	x = 1;
	assert(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, fail, NULL);
	if (x == 1)
		*p = 1;
	return 0;
}
