// 10.7: an unlock happens before every later lock of the same mutex.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, flag;

static void *send(void *arg)
{
	data = 1;
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_create(&t, NULL, send, NULL);
	pthread_mutex_lock(&m);
	seen = flag;
	pthread_mutex_unlock(&m);
	if (seen)
		assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
