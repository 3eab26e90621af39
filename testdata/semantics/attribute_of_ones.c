// 5.10: an attribute with a protocol that robust mutexes cannot
// have makes no mutex, and leaves an existing one alone.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

int main(void)
{
	pthread_mutexattr_t ones;
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	memset(&ones, 0xff, sizeof ones);
	pthread_mutex_lock(&m);
	assert(pthread_mutex_init(&m, &ones) == ENOTSUP);
	assert(pthread_mutex_unlock(&m) == 0);
	return 0;
}
