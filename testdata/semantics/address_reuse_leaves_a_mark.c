// 9.5: comparing a freed pointer with a later allocation leaves the mark address-reuse: no violation, not safe.
//
// expect: assert=bounded race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p), *q;

	free(p);
	q = malloc(sizeof *q);
	assert(p != q);
	free(q);
	return 0;
}
