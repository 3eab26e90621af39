// 11.2: a thread that waits for a lock of its own is not deadlocked while another thread may unlock it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg)
{
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, unlock, NULL);
	pthread_mutex_lock(&m);
	pthread_join(t, NULL);
	return 0;
}
