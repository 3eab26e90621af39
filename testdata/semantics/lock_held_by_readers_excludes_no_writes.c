// 7.1: what is written under a lock that is held shared is seen by others who hold it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writes(void *arg)
{
	pthread_rwlock_rdlock(&l);
	x = 1;
	x = 0;
	pthread_rwlock_unlock(&l);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writes, NULL);
	pthread_rwlock_rdlock(&l);
	assert(x == 0);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
	return 0;
}
