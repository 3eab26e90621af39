// 12.3: by default no allocation or creation fails, no weak exchange fails, no wait wakes by itself.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void *set(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	atomic_int a = 1;
	int *p = malloc(sizeof *p), one = 1;
	pthread_t t;

	assert(p != NULL);
	free(p);
	assert(atomic_compare_exchange_weak(&a, &one, 2));
	assert(pthread_create(&t, NULL, set, NULL) == 0);
	pthread_mutex_lock(&m);
	if (!x)
		pthread_cond_wait(&c, &m);
	assert(x == 1);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
