// A signal that comes between the test and the wait is lost.
//
// ask: weak violation G (waiting == 1 -> F waiting == 0)
// ask: weak safe termination
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void *waiter(void *arg)
{
	if (!ready) {
		pthread_mutex_lock(&m);
		waiting = 1;
		pthread_cond_wait(&c, &m);
		waiting = 0;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	ready = 1;
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
