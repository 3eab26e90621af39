// 5.7: unlock of a free normal mutex does nothing: it still excludes.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *increment(void *arg)
{
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_unlock(&m);
	pthread_create(&t, NULL, increment, NULL);
	increment(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
