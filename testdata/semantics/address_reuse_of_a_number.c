// 9.5: a number that was made from the address of a freed object may be the address of a later one: the mark address-reuse, no violation, not safe.
//
// expect: assert=bounded race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8), *q;
	uintptr_t before = (uintptr_t)p;

	q = realloc(p, 4);
	assert((uintptr_t)q != before);
	free(q);
	return 0;
}
