// 1.1: x = x + y on shared variables is three operations; a switch can come before each.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x, y = 1;

static void *add(void *arg)
{
	x = x + y;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
