// 8.1: the bytes of one access are one node: a section sees all of a store or nothing.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

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
	__VERIFIER_atomic_begin();
	low = u.byte[0];
	high = u.byte[1];
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(low == high);
	return 0;
}
