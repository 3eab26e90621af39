// 10.5: a compare and exchange that fails has the order that
// is given for a failure: a relaxed one does not acquire.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *writer(void *arg)
{
	(void)arg;
	data = 42;
	atomic_store_explicit(&ready, 1, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen = 5;

	pthread_create(&t, NULL, writer, NULL);
	if (!atomic_compare_exchange_strong_explicit(&ready, &seen, 6, memory_order_acq_rel, memory_order_relaxed) && seen == 1)
		assert(data == 42);
	pthread_join(t, NULL);
	return 0;
}
