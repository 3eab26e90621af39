// 10.7: every arrival at a barrier happens before every departure of that round.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int left, right;

static void *work(void *arg)
{
	left = 1;
	pthread_barrier_wait(&b);
	assert(right == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, work, NULL);
	right = 1;
	pthread_barrier_wait(&b);
	assert(left == 1);
	pthread_join(t, NULL);
	return 0;
}
