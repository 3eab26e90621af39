// 5.7: unlock of a normal mutex by a non-owner releases it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg)
{
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, unlock, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	assert(0);
	return 0;
}
