// The Bluetooth driver of Qadeer and Wu (KISS, PLDI 2004) with one stopper and
// ADDERS requests, in our own words: see examples/bluetooth_bug.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 1;
static atomic_int stopping, stopped;

static void leave(void)
{
	if (atomic_fetch_sub(&pending, 1) == 1)
		atomic_store(&stopped, 1);
}

static void *adder(void *arg)
{
	if (atomic_load(&stopping))
		return arg;
	atomic_fetch_add(&pending, 1);
	assert(!atomic_load(&stopped));
	leave();
	return arg;
}

static void *stopper(void *arg)
{
	atomic_store(&stopping, 1);
	leave();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stopper, NULL);
	for (int i = 0; i < ADDERS; i++)
		pthread_create(&t, NULL, adder, NULL);
	return 0;
}
