// 10.2: __sync_fetch_and_max and its relatives of clang compare with the old value, and lose no other update.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x = -1;
static unsigned y = 7;

static void *raise(void *arg)
{
	__sync_fetch_and_max(&x, 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	assert(__sync_fetch_and_umin(&y, 9) == 7);
	assert(y == 7);
	pthread_create(&t, 0, raise, 0);
	__sync_fetch_and_max(&x, 3);
	pthread_join(t, 0);
	assert(x == 3);
	return 0;
}
