// A signal under the lock of the test reaches the waiting thread.
//
// ask: weak safe G (waiting == 1 -> F waiting == 0)
// ask: weak safe F finished(waiter)
// ask: weak safe termination
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready) {
		waiting = 1;
		pthread_cond_wait(&c, &m);
		waiting = 0;
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
