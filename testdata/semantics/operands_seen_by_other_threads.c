// 15.1: two atomic reads in one expression come in any order, which other threads tell.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *arg)
{
	atomic_store(&x, 1);
	atomic_store(&y, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	assert(2 * atomic_load(&y) + atomic_load(&x) != 2);
	assert(2 * atomic_load(&x) + atomic_load(&y) != 1);
	pthread_join(t, 0);
	return 0;
}
