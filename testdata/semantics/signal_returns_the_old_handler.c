// 14.1: the handler of a signal is one setting for all threads, and its change is one operation.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *ignore(void *arg)
{
	signal(SIGTERM, SIG_IGN);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, ignore, NULL);
	assert(signal(SIGTERM, SIG_DFL) == SIG_DFL);
	pthread_join(t, NULL);
	return 0;
}
