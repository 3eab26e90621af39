// 11.5: a loop around the wait tests for an item again, so that no thread leaves without one.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full;

static void *taker(void *arg)
{
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&filled, &m);
	if (full) {
		full = 0;
		pthread_cond_signal(&emptied);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, taker, NULL);
	pthread_mutex_lock(&m);
	full = 1;
	pthread_cond_signal(&filled);
	while (full)
		pthread_cond_wait(&emptied, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
