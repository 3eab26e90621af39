// 5.10: a held mutex that is initialised again is free: misuse, and two threads may be
// inside.
//
// expect: assert=violation race=violation deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *enter(void *arg)
{
	pthread_mutex_lock(&m);
	inside++;
	assert(inside == 1);
	inside--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, enter, NULL);
	pthread_mutex_init(&m, NULL);
	enter(NULL);
	pthread_join(t, NULL);
	return 0;
}
