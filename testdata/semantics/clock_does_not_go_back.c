// 14.13: a clock that cannot be set shows no less than before,
// in one thread and in ordered threads.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct timespec first;

static int is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec >= b->tv_nsec);
}

static void *look(void *arg)
{
	clock_gettime(CLOCK_MONOTONIC, &first);
	return arg;
}

int main(void)
{
	pthread_t t;
	struct timespec now, last;

	pthread_create(&t, NULL, look, NULL);
	pthread_join(t, NULL);
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert(is_later(&now, &first));
	clock_gettime(CLOCK_MONOTONIC, &last);
	assert(is_later(&last, &now));
	assert(last.tv_nsec >= 0 && last.tv_nsec < 1000000000);
	return 0;
}
