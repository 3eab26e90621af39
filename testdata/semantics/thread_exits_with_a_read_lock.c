// 5.16: the rule holds for read locks, for spin locks, and for pthread_exit, in main as well.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	pthread_rwlock_rdlock(&l);
	pthread_exit(NULL);
}
