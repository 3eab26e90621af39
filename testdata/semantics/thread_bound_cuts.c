// 3.3: threads beyond a bound are not taken for done.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 9 };

static atomic_int x;

static void *increment(void *arg)
{
	x++;
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++) {
		pthread_create(&t[i], NULL, increment, NULL);
		pthread_join(t[i], NULL);
	}
	assert(x == THREADS);
	return 0;
}
