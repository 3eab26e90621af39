// 12.10: a read-write lock that is destroyed and initialised again is used well, but not in between.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_destroy(&l);
	pthread_rwlock_init(&l, NULL);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_destroy(&l);
	pthread_rwlock_tryrdlock(&l);
	return 0;
}
