// 14.3: rand and srand need not be thread-safe.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdlib.h>

static void *seed(void *arg)
{
	srand(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, seed, NULL);
	rand();
	pthread_join(t, NULL);
	return 0;
}
