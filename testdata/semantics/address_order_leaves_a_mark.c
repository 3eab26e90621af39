// 9.4: the order and the distance of different objects, and other arithmetic on the number of an address, leave the mark addresses: no violation, not safe.
//
// expect: assert=bounded race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdint.h>

static int first, second;

int main(void)
{
	int *p = &first, *q = &second;

	assert(p < q);
	assert(((uintptr_t)q >> 4) % 2 == ((uintptr_t)p >> 4) % 2 || (uintptr_t)p != (uintptr_t)q);
	return 0;
}
