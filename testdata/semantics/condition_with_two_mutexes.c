// 12.11: two threads wait at one condition variable with different mutexes.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
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
	waits(&b);
	pthread_join(t, NULL);
	return 0;
}
