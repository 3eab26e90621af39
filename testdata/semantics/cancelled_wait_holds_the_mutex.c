// 14.12: a thread that is cancelled in a wait for a condition holds the mutex again in its cleanup handlers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, left;

static void leave(void *arg)
{
	left++;
	pthread_mutex_unlock(&m);
}

static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(leave, NULL);
	waiting = 1;
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, waits, NULL);
	pthread_mutex_lock(&m);
	pthread_cancel(t);
	left += 2;
	pthread_mutex_unlock(&m);
	pthread_join(t, &result);
	assert(waiting && left == 3 && result == PTHREAD_CANCELED);
	return 0;
}
