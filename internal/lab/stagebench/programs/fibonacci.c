/*
 * Two threads add to one another's number, N times each. The largest value is
 * the Fibonacci number 2N+2, reached when they strictly alternate. Main looks at
 * the numbers without waiting for the threads.
 */
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *left(void *unused)
{
	for (int k = 0; k < N; k++)
		i += j;
	return 0;
}

static void *right(void *unused)
{
	for (int k = 0; k < N; k++)
		j += i;
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	assert(i <= LIMIT && j <= LIMIT);
	return 0;
}
