// 5.10: an attribute takes no kind that there is not; a mutex that was given one by its
// bytes refuses every call.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_mutex_t m;
	int kind = 7;

	pthread_mutexattr_init(&attr);
	assert(pthread_mutexattr_settype(&attr, 7) == EINVAL);
	memcpy(&attr, &kind, sizeof kind);
	pthread_mutex_init(&m, &attr);
	assert(pthread_mutex_lock(&m) == EINVAL);
	assert(pthread_mutex_unlock(&m) == EINVAL);
	return 0;
}
