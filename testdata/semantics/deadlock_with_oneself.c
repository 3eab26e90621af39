// 11.2: a thread that waits for a lock of its own is a deadlock: the owner is in the set.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	return 0;
}
