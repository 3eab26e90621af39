// 5.3: a once routine runs once also when two threads come at it while one of them
// ends the process.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void routine(void)
{
	runs++;
}

static void handler(void)
{
	pthread_once(&once, routine);
	assert(runs == 1);
}

static void *use(void *arg)
{
	pthread_once(&once, routine);
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(handler);
	pthread_create(&t, NULL, use, NULL);
	exit(0);
}
