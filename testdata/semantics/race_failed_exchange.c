// 10.1: a compare and exchange that fails has only read: beside it another thread may
// read without being atomic.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic int x = 1;

static void *look(void *arg)
{
	(void)arg;
	int plain = *(int *)&x;
	assert(plain == 1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int expected = 0;

	pthread_create(&t, NULL, look, NULL);
	atomic_compare_exchange_strong(&x, &expected, 3);
	pthread_join(t, NULL);
	return 0;
}
