#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* The fence between the two last stores is one too many, and one of the others is stronger than necessary. */
int data;
atomic_int ready, later;

static void *send(void *arg)
{
	data = 1;
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&later, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, send, 0);
	if (atomic_load_explicit(&ready, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		assert(data);
	}
	return 0;
}
