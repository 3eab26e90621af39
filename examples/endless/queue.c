// One thread sends bits through a queue of two places, another one receives them: in their order,
// and none of them lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PLACES = 2, MASK = 3 };
static atomic_uchar sent, received; // both modulo 4
static _Bool places[PLACES];

static void *sender(void *arg)
{
	_Bool bit = 0;
	unsigned char n = 0;

	for (;;) {
		while (((n - atomic_load(&received)) & MASK) == PLACES)
			;
		places[n % PLACES] = bit;
		bit = !bit;
		n = (n + 1) & MASK;
		atomic_store(&sent, n);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	_Bool expected = 0;
	unsigned char n = 0;

	pthread_create(&thread, NULL, sender, NULL);
	for (;;) {
		while (atomic_load(&sent) == n)
			;
		assert(places[n % PLACES] == expected);
		expected = !expected;
		n = (n + 1) & MASK;
		atomic_store(&received, n);
	}
}
