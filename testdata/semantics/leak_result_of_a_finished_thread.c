// 9.3: the result of a finished thread reaches no object.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_t thread;

static void *make(void *arg)
{
	return malloc(4);
}

int main(void)
{
	pthread_create(&thread, NULL, make, NULL);
	pthread_join(thread, NULL);
	return 0;
}
