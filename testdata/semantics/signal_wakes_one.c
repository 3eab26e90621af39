// 12.2: a signal wakes one of the threads that wait, not all: the other waits on.
//
// environment: no-spurious
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int woken;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	woken++;
	assert(woken == 1);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, wait_for_it, NULL);
	pthread_create(&b, NULL, wait_for_it, NULL);
	pthread_cond_signal(&c);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
