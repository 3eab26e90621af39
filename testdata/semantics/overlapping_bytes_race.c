// 10.1: accesses of different widths race when their bytes overlap.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdint.h>

static uint32_t x;
static uint8_t copy;

static void *read_byte(void *arg)
{
	copy = ((uint8_t *)&x)[3];
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_byte, NULL);
	x = 1;
	pthread_join(t, NULL);
	return 0;
}
