// 15.4: plain accesses in one expression, whose order shows in a race only, are made from left to right.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static volatile int x, y;

static void *writer(void *arg)
{
	x = 1;
	y = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	assert(2 * y + x != 2);
	pthread_join(t, 0);
	return 0;
}
