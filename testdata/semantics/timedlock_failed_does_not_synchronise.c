// 10.8: a timed lock that ran out does not synchronise with whoever holds the mutex.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec soon = { 0, 0 };
static int data, copy;

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
	if (pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT)
		copy = data;
	else
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
