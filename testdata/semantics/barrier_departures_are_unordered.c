// 10.7: a barrier orders arrivals before departures, not departures among themselves.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x;

static void *work(void *arg)
{
	pthread_barrier_wait(&b);
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, work, NULL);
	pthread_barrier_wait(&b);
	assert(x == 0);
	pthread_join(t, NULL);
	return 0;
}
