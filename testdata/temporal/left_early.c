// A wait that returns by itself is a step: the waiter leaves, and the other thread spins for ever.
//
// ask: weak violation termination
// ask: weak violation F finished(main)
// ask: weak safe G (left == 1 -> F finished(waiter))
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int left, answered;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	if (!ready)
		pthread_cond_wait(&c, &m);
	answered = ready;
	left = 1;
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
	while (!answered)
		;
	pthread_join(t, 0);
	return 0;
}
