// 12.4: a wait may return without a signal.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set;

static void *setter(void *arg)
{
	pthread_mutex_lock(&m);
	set = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, setter, NULL);
	pthread_mutex_lock(&m);
	if (!set)
		pthread_cond_wait(&c, &m);
	assert(set);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
