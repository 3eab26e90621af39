// 12.8: who was not chosen still waits: property lock reports the destruction, and the thread waits on.
//
// expect: assert=safe race=safe deadlock=violation memory=safe lock=violation
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_destroy(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
