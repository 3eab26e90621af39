#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *send(void *arg)
{
	atomic_store(&ready, 1);
	data = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, send, 0);
	if (atomic_load(&ready))
		return data;
	return 0;
}
