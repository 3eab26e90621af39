// 12.10: a barrier may be initialised again after its destruction, while threads of its last round return.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
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

	for (int i = 0; i < 2; i++) {
		pthread_barrier_init(&b, NULL, 2);
		pthread_create(&t, NULL, meet, NULL);
		pthread_barrier_wait(&b);
		pthread_barrier_destroy(&b);
		pthread_join(t, NULL);
	}
	return 0;
}
