// 10.5: a fence on one side alone does not synchronise, and a fence after the access does not either.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *send(void *arg)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, send, NULL);
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_seq_cst);
		assert(data == 1);
	}
	pthread_join(t, NULL);
	return 0;
}
