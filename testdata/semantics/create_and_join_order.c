// 10.4: creation happens before the thread, the thread before its join.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg)
{
	x++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	x = 1;
	pthread_create(&a, NULL, increment, NULL);
	pthread_join(a, NULL);
	pthread_create(&b, NULL, increment, NULL);
	pthread_join(b, NULL);
	assert(x == 3);
	return 0;
}
