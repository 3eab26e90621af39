// 4.1: a section ends with its thread in one operation: who joins it sees all of it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);

static int x;

static void *increment(void *arg)
{
	__VERIFIER_atomic_begin();
	x = x + 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, increment, NULL);
	pthread_join(t, NULL);
	assert(x == 0);
	return 0;
}
