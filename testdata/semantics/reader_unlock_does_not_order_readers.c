// 10.7: a reader's unlock does not order a later reader.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int flag;
static int data;

static void *send(void *arg)
{
	pthread_rwlock_rdlock(&l);
	data = 1;
	pthread_rwlock_unlock(&l);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, send, NULL);
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		pthread_rwlock_rdlock(&l);
		assert(data == 1);
		pthread_rwlock_unlock(&l);
	}
	pthread_join(t, NULL);
	return 0;
}
