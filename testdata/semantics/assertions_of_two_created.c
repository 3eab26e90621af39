// 5.1: an execution ends at the first of two failed assertions.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static void *created(void *arg)
{
	assert(arg);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int k = 0; k < 2; k++)
		pthread_create(&t[k], NULL, created, NULL);
	return 0;
}
