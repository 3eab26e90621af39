// 12.1: a wait unlocks and enqueues in one step: no signal falls in between.
//
// environment: no-spurious
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void *set(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&m);
	if (!x)
		pthread_cond_wait(&c, &m);
	assert(x == 1);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
