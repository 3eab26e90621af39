// 12.5: a loop that does nothing but wait may end without any further signal.
//
// expect: assert=violation race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static int ready, signalled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sets(void *arg)
{
	pthread_mutex_lock(&lock);
	signalled = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sets, NULL);
	pthread_mutex_lock(&lock);
	while (!ready || !signalled)
		pthread_cond_wait(&changed, &lock);
	assert(0);
	pthread_mutex_unlock(&lock);
	return 0;
}
