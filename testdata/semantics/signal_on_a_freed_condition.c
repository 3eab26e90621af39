// 12.8: a signal after the destruction accesses a condition that is gone.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int done;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	while (!done)
		pthread_cond_wait(c, &m);
	done = 2;
	pthread_cond_signal(c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	c = malloc(sizeof *c);
	if (!c)
		return 1;
	pthread_cond_init(c, NULL);
	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_mutex_lock(&m);
	done = 1;
	pthread_cond_broadcast(c);
	pthread_mutex_unlock(&m);
	pthread_cond_destroy(c);
	free(c);
	pthread_join(t, NULL);
	return 0;
}
