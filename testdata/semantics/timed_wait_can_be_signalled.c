// 11.4: a time-out is a choice: the wait can also end by the signal.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = { 0, 0 };

static void *signal_it(void *arg)
{
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, signal_it, NULL);
	pthread_mutex_lock(&m);
	assert(pthread_cond_timedwait(&c, &m, &soon) != 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
