/* N threads, each with a number of its own; main adds them up without waiting. */
#include <assert.h>
#include <pthread.h>

static int numbers[N];

static void *setter(void *arg)
{
	*(int *)arg = 1;
	return 0;
}

int main(void)
{
	pthread_t threads[N];
	int sum = 0;
	for (int i = 0; i < N; i++)
		pthread_create(&threads[i], 0, setter, &numbers[i]);
	for (int i = 0; i < N; i++)
		sum += numbers[i];
	assert(sum != N - 1);
	return 0;
}
