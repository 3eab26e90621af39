// 5.1: localtime and gmtime have one result, which the next call of either overwrites.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *ask(void *arg)
{
	time_t then = 100;

	gmtime(&then);
	return arg;
}

int main(void)
{
	time_t now = 0;
	struct tm *result = localtime(&now);
	int hour = result->tm_hour;
	pthread_t t;

	pthread_create(&t, NULL, ask, NULL);
	pthread_join(t, NULL);
	assert(result->tm_hour == hour);
	return 0;
}
