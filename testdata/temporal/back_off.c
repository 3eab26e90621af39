// Two threads that take one lock, try the other and give way may do so for ever.
//
// ask: weak violation termination
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		if (pthread_mutex_trylock(&n) == 0)
			break;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	for (;;) {
		pthread_mutex_lock(&n);
		if (pthread_mutex_trylock(&m) == 0)
			break;
		pthread_mutex_unlock(&n);
	}
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	pthread_join(t, 0);
	return 0;
}
