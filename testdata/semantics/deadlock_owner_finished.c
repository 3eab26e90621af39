// 11.2: the owner of a lock may be finished: then no thread is left to unlock it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *arg)
{
	pthread_mutex_lock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, keep, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
