// A condition variable: its words are model bookkeeping, and events.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	if (!ready)
		pthread_cond_wait(&changed, &lock);
	assert(ready);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
