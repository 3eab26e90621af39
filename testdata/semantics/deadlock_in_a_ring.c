// 11.1: threads that wait for one another's locks are a deadlock, and who joins them is in it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t m[3] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};

static void *work(void *arg)
{
	pthread_mutex_t *first = arg;
	pthread_mutex_t *second = first == &m[2] ? &m[0] : first + 1;

	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, &m[0]);
	pthread_create(&b, NULL, work, &m[1]);
	work(&m[2]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
