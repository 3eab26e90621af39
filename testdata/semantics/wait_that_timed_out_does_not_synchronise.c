// 10.8: a signal orders only the threads that it wakes, not a wait that timed out.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = { 0, 0 };
static int data, copy;

static void *signal_it(void *arg)
{
	data = 1;
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, signal_it, NULL);
	pthread_mutex_lock(&m);
	if (pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT)
		copy = data;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
