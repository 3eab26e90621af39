// 12.8: whom a broadcast chose no longer waits: the condition variable may be destroyed, and its
// memory freed, before the thread has left.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int waits, done;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	waits = 1;
	while (!done)
		pthread_cond_wait(c, &m);
	assert(done == 1);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int waited;

	c = malloc(sizeof *c);
	if (!c)
		return 1;
	pthread_cond_init(c, NULL);
	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_mutex_lock(&m);
	waited = waits;
	done = 1;
	if (waited)
		pthread_cond_broadcast(c);
	pthread_mutex_unlock(&m);
	if (!waited)
		pthread_join(t, NULL);
	pthread_cond_destroy(c);
	free(c);
	if (waited)
		pthread_join(t, NULL);
	return 0;
}
