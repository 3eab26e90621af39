// 5.7: a lock that a third thread gives up protects nothing.
//
// expect: assert=violation race=violation deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	x = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *unlocks(void *arg)
{
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, writes, NULL);
	pthread_create(&u, NULL, unlocks, NULL);
	pthread_mutex_lock(&m);
	assert(x == 0);
	pthread_mutex_unlock(&m);
	return 0;
}
