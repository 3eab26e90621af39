// Whether a thread that was signalled acts upon a cancellation is no choice of a waiter.
//
// expect: assert=violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(&c, &m);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;
	int both;

	pthread_create(&t, NULL, waits, NULL);
	pthread_mutex_lock(&m);
	both = waiting;
	pthread_cond_signal(&c);
	pthread_cancel(t);
	pthread_mutex_unlock(&m);
	pthread_join(t, &result);
	assert(!both || result != PTHREAD_CANCELED);
	return 0;
}
