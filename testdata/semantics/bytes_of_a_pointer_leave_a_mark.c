// 9.4: memcmp of two pointers depends on their addresses.
//
// expect: assert=bounded race=safe deadlock=safe memory=safe
#include <assert.h>
#include <string.h>

static int a, b;

int main(void)
{
	int *p = &a, *q = &b;
	int order = memcmp(&p, &q, sizeof p);

	assert(order == memcmp(&p, &q, sizeof p));
	return 0;
}
