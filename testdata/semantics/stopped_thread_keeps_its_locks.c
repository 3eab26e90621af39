// 2.4: the locks of a stopped thread stay held; waiting for one is no deadlock.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_assume(int condition);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t locked;

static void *stop(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&locked);
	__VERIFIER_assume(0);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&locked, 0, 0);
	pthread_create(&t, NULL, stop, NULL);
	sem_wait(&locked);
	pthread_mutex_lock(&m);
	assert(0);
	return 0;
}
