// 12.10: property lock reports a barrier that is initialised again while a thread waits at it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe lock=violation
#include <pthread.h>

static pthread_barrier_t b;

static void *meet(void *arg)
{
	pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, meet, NULL);
	pthread_barrier_init(&b, NULL, 2);
	pthread_barrier_wait(&b);
	pthread_join(t, NULL);
	return 0;
}
