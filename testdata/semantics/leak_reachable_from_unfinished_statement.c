// 9.3: a thread that has stopped within a statement keeps the values that it computed there.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic kept;

static void *keep(void *arg)
{
	kept = malloc(4);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, keep, NULL);
	return 0;
}
