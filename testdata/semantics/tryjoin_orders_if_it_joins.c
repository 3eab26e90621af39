// 10.8: a tried join orders nothing if it fails, and orders like a join if it succeeds.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static int data;

static void *work(void *arg)
{
	data = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int failed;

	pthread_create(&t, NULL, work, NULL);
	failed = pthread_tryjoin_np(t, NULL);
	if (failed == 0)
		assert(data == 1);
	else
		assert(failed == EBUSY);
	return 0;
}
