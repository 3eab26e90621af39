// 14.8: an undefined function writes in the thread of its caller.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// strict: race=safe
#include <pthread.h>

extern void measure(int *value);

static int value;

static void *work(void *arg)
{
	measure(&value);
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, work, 0);
	return value;
}
