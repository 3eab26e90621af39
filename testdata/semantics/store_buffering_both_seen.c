// 7.1: what sequential consistency allows happens: both stores before both loads.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *left(void *arg)
{
	x = 1;
	a = y;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, left, NULL);
	y = 1;
	b = x;
	pthread_join(t, NULL);
	assert(a == 0 || b == 0);
	return 0;
}
