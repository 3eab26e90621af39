/*
 * Two threads increment a shared number N times each without a lock; main waits
 * for them. As few as two increments may survive.
 */
#include <assert.h>
#include <pthread.h>

static int x;

static void *adder(void *unused)
{
	for (int k = 0; k < N; k++)
		x++;
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, adder, 0);
	pthread_create(&b, 0, adder, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x > 2);
	return 0;
}
