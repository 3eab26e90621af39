// Fibonacci, with the bound that holds.
//
// With N additions each, the largest value is the Fibonacci number F(2N+2), and
// no schedule goes beyond it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2
#define LARGEST 8 // F(2N+2)

static atomic_int i = 1, j = 1;

static void *add_to_i(void *arg)
{
	(void)arg;
	for (int k = 0; k < N; k++)
		i = i + j;
	return NULL;
}

static void *add_to_j(void *arg)
{
	(void)arg;
	for (int k = 0; k < N; k++)
		j = j + i;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add_to_i, NULL);
	pthread_create(&b, NULL, add_to_j, NULL);
	assert(i <= LARGEST && j <= LARGEST);
	return 0;
}
