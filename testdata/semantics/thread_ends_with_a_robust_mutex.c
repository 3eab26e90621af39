// 5.16: a thread may end while it holds a robust mutex.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t a;
	pthread_t t;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
