// 12.2: which waiting thread a signal wakes is a choice, not the order of arrival.
//
// environment: no-spurious
// expect: assert=violation race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int arrived;

static void *wait_for_it(void *arg)
{
	int place;

	pthread_mutex_lock(&m);
	place = ++arrived;
	pthread_cond_wait(&c, &m);
	assert(place == 1);
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
