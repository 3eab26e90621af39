// 11.2: a thread that waits for a lock is not deadlocked if another thread
// always unlocks it, though the process may end before the lock is taken.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *unlock_and_end(void *arg)
{
	struct timespec when = {0, 0};

	pthread_mutex_lock(&k);
	pthread_mutex_unlock(&m);
	if (pthread_cond_timedwait(&c, &k, &when))
		exit(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, unlock_and_end, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
