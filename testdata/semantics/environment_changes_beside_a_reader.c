// 14.3: setenv beside getenv: the value is the old or the new one, and the calls race.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *set(void *arg)
{
	setenv("LEVEL", "2", 1);
	return arg;
}

int main(void)
{
	char *level;
	pthread_t t;

	setenv("LEVEL", "1", 1);
	pthread_create(&t, NULL, set, NULL);
	level = getenv("LEVEL");
	assert(level && *level == '1');
	pthread_join(t, NULL);
	return 0;
}
