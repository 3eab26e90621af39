// Double-checked initialisation, published too early.
//
// The first thread raises the flag before it has filled in the value, so that
// the second can skip the lock and use a configuration that is not there yet.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int initialised;
static int config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get_config(void)
{
	if (!initialised) {
		pthread_mutex_lock(&lock);
		if (!initialised) {
			initialised = 1;
			config = 42;
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
