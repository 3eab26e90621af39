// 5.6: the result of an out-of-range shift is any value when it is not checked.
//
// expect: assert=violation race=safe deadlock=safe memory=safe shift=violation
#include <assert.h>

static unsigned x = 1, n = 40;

int main(void)
{
	unsigned v = x << n;

	assert(v != 2);
	return 0;
}
