// 11.6: a read lock of any other kind is not held up by waiting writers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l;

static void *write(void *arg)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return arg;
}

int main(void)
{
	pthread_rwlockattr_t attr;
	pthread_t t;

	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	pthread_rwlock_init(&l, &attr);
	pthread_create(&t, NULL, write, NULL);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
	return 0;
}
