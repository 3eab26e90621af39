// 14.2: the variables of getopt are the program's, one for all threads.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *reset(void *arg)
{
	optind = 5;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reset, NULL);
	optind = 1;
	assert(optind == 1);
	pthread_join(t, NULL);
	return 0;
}
