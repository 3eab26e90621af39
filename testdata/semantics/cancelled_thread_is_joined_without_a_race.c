// 14.12: a thread that joins a cancelled thread sees without a race the steps of that thread
// before its cancellation, and those of its handlers and destructors, the last first.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int done;

static void times(void *arg)
{
	done = 10 * done + (arg == &done);
}

static void destroy(void *value)
{
	done = 10 * done + 5;
}

static void *work(void *arg)
{
	pthread_setspecific(key, &key);
	done = 7;
	pthread_cleanup_push(times, NULL);
	pthread_cleanup_push(times, &done);
	for (;;)
		pthread_testcancel();
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_key_create(&key, destroy);
	pthread_create(&t, NULL, work, NULL);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED && done == 7105);
	return 0;
}
