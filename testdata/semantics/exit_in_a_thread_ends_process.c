// 5.2: exit ends the process, whichever thread calls it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *quit(void *arg)
{
	exit(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, quit, NULL);
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
