// A deadlock on a lock whose owner has ended.
//
// expect: deadlock=violation
#include <pthread.h>

static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER, mine = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *arg)
{
	pthread_mutex_lock(&kept);
	return arg;
}

static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }

int main(void)
{
	pthread_t keeper;

	pthread_create(&keeper, NULL, keep, NULL);
	pthread_mutex_lock(&mine);
	take(&kept);
	pthread_mutex_unlock(&kept);
	pthread_mutex_unlock(&mine);
	pthread_join(keeper, NULL);
	return 0;
}
