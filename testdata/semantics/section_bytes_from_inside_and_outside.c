// 7.3: a read that an earlier write of its section covers in part takes the other bytes from outside.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static union {
	uint16_t half;
	uint8_t byte[2];
} u;

static void *outside(void *arg)
{
	__VERIFIER_atomic_begin();
	u.half = 0x1111;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, outside, NULL);
	__VERIFIER_atomic_begin();
	u.byte[1] = 0xaa;
	v = u.half;
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(v == 0xaa00 || v == 0xaa11);
	return 0;
}
