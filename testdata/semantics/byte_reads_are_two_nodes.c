// 8.1: two narrow reads of one wide store are two accesses: the store can come between them.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
	uint16_t half;
	uint8_t byte[2];
} u;

static void *store(void *arg)
{
	u.half = 0x0101;
	return arg;
}

int main(void)
{
	pthread_t t;
	int low, high;

	pthread_create(&t, NULL, store, NULL);
	low = u.byte[0];
	high = u.byte[1];
	pthread_join(t, NULL);
	assert(low == high);
	return 0;
}
