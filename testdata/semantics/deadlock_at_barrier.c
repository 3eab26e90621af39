// 11.2: a barrier that waits for more threads than are left is a deadlock.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_barrier_t b;

static void *work(void *arg)
{
	pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 3);
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return 0;
}
