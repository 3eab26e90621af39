// 14.12: a thread that comes to no cancellation point is not cancelled; a join waits for its end.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
	}
	return &n;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, work, NULL);
	assert(pthread_cancel(t) == 0);
	pthread_join(t, &result);
	assert(n == 2 && result == &n);
	return 0;
}
