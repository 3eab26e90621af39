// A mutex is used after it was destroyed.
//
// expect: lock=violation
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_destroy(&mutex);
	pthread_mutex_lock(&mutex);
	return 0;
}
