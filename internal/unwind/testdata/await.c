// Loops that wait are executed once; a failed exchange changes nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked, ready;
static int data;

static void take(void)
{
	int expected = 0;

	while (!atomic_compare_exchange_weak(&locked, &expected, 1))
		expected = 0;
}

static void *work(void *arg)
{
	take();
	data++;
	atomic_store(&locked, 0);
	atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	while (!atomic_load(&ready))
		;
	take();
	assert(data == 1);
	return 0;
}
