// 11.5: two threads wait once each, for a signal each. The thread that returns by itself
// passes before there are tickets, and gives none to the last thread.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER, passed = PTHREAD_COND_INITIALIZER;
static int tickets, used;

static void *visitor(void *arg)
{
	pthread_mutex_lock(&m);
	if (!tickets)
		pthread_cond_wait(&open, &m);
	if (tickets) {
		tickets--;
		used++;
		pthread_cond_signal(&passed);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, visitor, NULL);
	pthread_create(&b, NULL, visitor, NULL);
	pthread_mutex_lock(&m);
	tickets = 2;
	pthread_cond_broadcast(&open);
	while (used < 2)
		pthread_cond_wait(&passed, &m);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
