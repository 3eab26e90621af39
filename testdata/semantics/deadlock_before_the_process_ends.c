// 11.1: a deadlock counts in any state before the process ends, also when main returns later.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	return 0;
}
