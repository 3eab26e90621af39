// 10.7: the unlock of one mutex does not order the lock of another.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int x;

static void *increment(void *arg)
{
	pthread_mutex_lock(arg);
	x++;
	pthread_mutex_unlock(arg);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, increment, &m[0]);
	increment(&m[1]);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
