// 4.3: a thread that waits before a section of the program is stopped, not blocked, whatever is inside.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *lock(void *arg)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, lock, NULL);
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
