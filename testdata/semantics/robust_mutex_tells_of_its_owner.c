// 5.11: the first lock of a robust mutex after its owner's end returns EOWNERDEAD, and sees the owner's writes.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *dies(void *arg)
{
	pthread_mutex_lock(&m);
	x++;
	return arg;
}

int main(void)
{
	pthread_mutexattr_t robust;
	pthread_t t;
	int code;

	pthread_mutexattr_init(&robust);
	assert(pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST) == 0);
	pthread_mutex_init(&m, &robust);
	assert(pthread_mutex_unlock(&m) == EPERM && pthread_mutex_consistent(&m) == EINVAL);
	pthread_create(&t, NULL, dies, NULL);
	code = pthread_mutex_lock(&m);
	if (code == EOWNERDEAD) {
		assert(x == 1);
		assert(pthread_mutex_consistent(&m) == 0);
	} else {
		assert(code == 0 && x == 0);
	}
	pthread_mutex_unlock(&m);
	if (code == EOWNERDEAD)
		assert(pthread_mutex_lock(&m) == 0);
	return 0;
}
