// 5.11: a robust mutex that is unlocked before it is made
// consistent is unusable: no later lock or trylock acquires it.
//
// expect: assert=safe race=violation deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *dies(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_exit(arg);
}

static void *careless(void *arg)
{
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t robust;
	pthread_t t, u;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &robust);
	pthread_create(&t, NULL, dies, NULL);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, careless, NULL);
	pthread_create(&u, NULL, careless, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
	assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
	return 0;
}
