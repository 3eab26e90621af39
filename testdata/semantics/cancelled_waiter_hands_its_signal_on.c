// 14.12: a thread that is cancelled and signalled may continue
// or end; if it ends, the signal wakes another waiting thread.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void leave(void *arg)
{
	pthread_mutex_unlock(&m);
}

static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(leave, NULL);
	waiting++;
	pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	void *result;
	int both;

	pthread_create(&a, NULL, waits, NULL);
	pthread_create(&b, NULL, waits, NULL);
	pthread_mutex_lock(&m);
	both = waiting == 2;
	if (both) {
		pthread_cond_signal(&c);
		pthread_cancel(a);
	} else {
		pthread_cancel(a);
		pthread_cancel(b);
	}
	pthread_mutex_unlock(&m);
	pthread_join(a, &result);
	if (result != PTHREAD_CANCELED)
		pthread_cancel(b);
	pthread_join(b, NULL);
	assert(!both || result == PTHREAD_CANCELED);
	return 0;
}
