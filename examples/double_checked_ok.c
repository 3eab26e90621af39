// Double-checked initialisation, fixed: the flag is atomic and raised last.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;
static int config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get_config(void)
{
	if (!atomic_load_explicit(&initialised, memory_order_acquire)) {
		pthread_mutex_lock(&lock);
		if (!atomic_load_explicit(&initialised, memory_order_relaxed)) {
			config = 42;
			atomic_store_explicit(&initialised, 1, memory_order_release);
		}
		pthread_mutex_unlock(&lock);
	}
	return config;
}

static void *worker(void *arg)
{
	(void)arg;
	assert(get_config() == 42);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
