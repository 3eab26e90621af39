// 12.8: a thread that was chosen before the condition variable was destroyed goes on, and is not
// chosen again, when this is initialised and waited for anew.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
// environment: no-spurious
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int first, second;

static void *wait_again(void *arg)
{
	pthread_mutex_lock(&m);
	first = 1;
	pthread_cond_broadcast(&c);
	pthread_cond_destroy(&c);
	pthread_cond_init(&c, NULL);
	pthread_cond_wait(&c, &m);
	assert(second == 1);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, wait_again, NULL);
	pthread_cond_wait(&c, &m);
	assert(first == 1);
	second = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
