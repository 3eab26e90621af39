// 12.9: no thread can leave an incomplete round: property lock
// reports the destruction, which waits for no thread.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
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
	pthread_barrier_destroy(&b);
	pthread_barrier_wait(&b);
	pthread_join(t, NULL);
	return 0;
}
