#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

static void *send(void *arg)
{
	atomic_store(&data, 1);
	atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, send, 0);
	if (atomic_load(&ready))
		assert(atomic_load(&data));
	return 0;
}
