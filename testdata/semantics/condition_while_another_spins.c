// 11.3: for a condition every other thread counts; a spinning thread is stopped and counts as able to run.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int never;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	while (!never)
		;
	return 0;
}
