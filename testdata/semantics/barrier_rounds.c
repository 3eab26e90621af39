// 10.7: a barrier orders round by round: who arrives again cannot overtake.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x;

static void *write_it(void *arg)
{
	x = 1;
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	x = 2;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, write_it, NULL);
	pthread_barrier_wait(&b);
	assert(x == 1);
	pthread_barrier_wait(&b);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
