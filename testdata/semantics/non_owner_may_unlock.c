// 11.2: for a lock that a non-owner may unlock every other thread counts, not its owner alone.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *arg)
{
	pthread_mutex_lock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, keep, NULL);
	pthread_join(a, NULL);
	pthread_create(&b, NULL, keep, NULL);
	pthread_mutex_unlock(&m);
	pthread_join(b, NULL);
	return 0;
}
