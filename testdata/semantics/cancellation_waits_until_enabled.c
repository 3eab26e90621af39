// 14.12: a cancellation is pending while it is disabled, and acted upon at the first point behind.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t asked;
static int passed;

static void *work(void *arg)
{
	int old;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	assert(old == PTHREAD_CANCEL_ENABLE);
	pthread_barrier_wait(&asked);
	pthread_barrier_wait(&asked);
	sleep(1);
	passed++;
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
	assert(old == PTHREAD_CANCEL_DISABLE);
	passed++;
	sleep(1);
	assert(0);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_barrier_init(&asked, NULL, 2);
	pthread_create(&t, NULL, work, NULL);
	pthread_barrier_wait(&asked);
	pthread_cancel(t);
	pthread_barrier_wait(&asked);
	pthread_join(t, &result);
	assert(passed == 2 && result == PTHREAD_CANCELED);
	return 0;
}
