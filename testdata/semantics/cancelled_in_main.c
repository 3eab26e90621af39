// 14.12: the main thread is cancelled like any other, while it joins one; its handlers take locks, too.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;

static void *work(void *arg)
{
	pthread_cancel(first);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

static void leave(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

int main(void)
{
	pthread_t t;

	first = pthread_self();
	pthread_create(&t, NULL, work, NULL);
	pthread_cleanup_push(leave, NULL);
	pthread_join(t, NULL);
	pthread_cleanup_pop(0);
	return 0;
}
