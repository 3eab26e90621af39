// 10.5: a relaxed store of another thread breaks the release sequence.
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
	atomic_store_explicit(&flag, 1, memory_order_release);
	return arg;
}

static void *overwrite(void *arg)
{
	if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
		atomic_store_explicit(&flag, 2, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, send, NULL);
	pthread_create(&b, NULL, overwrite, NULL);
	if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
		assert(data == 1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
