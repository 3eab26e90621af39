// 12.11: a condition variable may be used with another mutex when no thread waits there any more.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waits(void *m)
{
	struct timespec when = {0, 0};

	pthread_mutex_lock(m);
	pthread_cond_timedwait(&c, m, &when);
	pthread_mutex_unlock(m);
	return m;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, &a);
	pthread_join(t, NULL);
	waits(&b);
	return 0;
}
