// 10.8: a failed trylock does not synchronise with whoever holds the mutex.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *hold(void *arg)
{
	data = 1;
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, hold, NULL);
	if (pthread_mutex_trylock(&m) == EBUSY)
		assert(data == 1);
	else
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
