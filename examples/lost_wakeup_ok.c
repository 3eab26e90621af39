// Lost wake-up, fixed: the flag is read and written under the lock, and the wait
// stands in a loop.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&wake);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t p;

	pthread_create(&p, NULL, producer, NULL);
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&wake, &lock);
	pthread_mutex_unlock(&lock);
	pthread_join(p, NULL);
	return 0;
}
