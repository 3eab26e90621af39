#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int shared;

static void lock(void)
{
	int free = 0;

	while (!atomic_compare_exchange_weak_explicit(&held, &free, 1, memory_order_acq_rel, memory_order_acquire))
		free = 0;
}

static void *work(void *arg)
{
	lock();
	shared++;
	atomic_store(&held, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	assert(shared == 2);
	return 0;
}
