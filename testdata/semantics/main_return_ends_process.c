// 5.2: return from main ends the process; nothing runs afterwards.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *late(void *arg)
{
	pthread_mutex_lock(&m);
	assert(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, late, NULL);
	return 0;
}
