// 11.6: a read lock of the kind that prefers writers waits for a waiting writer, whoever
// reads.
//
// expect: assert=safe race=safe deadlock=violation memory=safe lock=safe
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *write(void *arg)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write, NULL);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
	return 0;
}
