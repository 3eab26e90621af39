// 11.2: a thread that waits for a lock is not deadlocked while a thread
// is left that may unlock it, also if another may end the process before.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg)
{
	pthread_mutex_unlock(&m);
	return arg;
}

static void *end(void *arg)
{
	(void)arg;
	exit(0);
}

int main(void)
{
	pthread_t a, b;

	pthread_mutex_lock(&m);
	pthread_create(&a, NULL, unlock, NULL);
	pthread_create(&b, NULL, end, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
