// 10.7: funlockfile -> later flockfile of the same stream.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;

static void *count(void *arg)
{
	flockfile(stdout);
	flockfile(stdout);
	n++;
	funlockfile(stdout);
	n++;
	funlockfile(stdout);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(n == 4);
	return 0;
}
