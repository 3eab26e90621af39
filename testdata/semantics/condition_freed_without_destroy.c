// 12.8: without its destruction, who leaves a condition variable uses its memory, as in glibc.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;

static void *signal_and_free(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_signal(c);
	free(c);
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
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, signal_and_free, NULL);
	pthread_cond_wait(c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
