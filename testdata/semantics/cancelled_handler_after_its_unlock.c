// 14.12: after the unlock in a cleanup handler the mutex excludes no thread.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void unlock(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static void leave(void *arg)
{
	x++;
}

static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(leave, NULL);
	pthread_cleanup_push(unlock, &m);
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, NULL);
	pthread_cancel(t);
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
