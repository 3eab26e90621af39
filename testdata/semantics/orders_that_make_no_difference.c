// 7.5: relaxed accesses that locks and joins order make no difference to RC11.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum, own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	atomic_store_explicit(&own, 2, memory_order_relaxed);
	pthread_mutex_lock(&lock);
	atomic_fetch_add_explicit(&sum, 1, memory_order_relaxed);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	atomic_fetch_add_explicit(&sum, 1, memory_order_relaxed);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	assert(atomic_load_explicit(&sum, memory_order_relaxed) + atomic_load_explicit(&own, memory_order_relaxed) == 4);
	return 0;
}
