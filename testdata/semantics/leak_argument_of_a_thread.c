// 9.3: the argument of an unfinished thread reaches its object, also before the thread's first step.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#include <pthread.h>
#include <stdlib.h>

static void *consume(void *arg)
{
	free(arg);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, consume, malloc(4));
	return 0;
}
