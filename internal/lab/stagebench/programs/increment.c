/* T threads increment a shared number L times each without a lock. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *adder(void *unused)
{
	for (int k = 0; k < L; k++)
		x++;
	assert(x > 0);
	return 0;
}

int main(void)
{
	pthread_t threads[T];
	for (int i = 0; i < T; i++)
		pthread_create(&threads[i], 0, adder, 0);
	for (int i = 0; i < T; i++)
		pthread_join(threads[i], 0);
	return 0;
}
