// 5.6: a shift by as many bits as there are is out of range.
//
// expect: assert=violation race=safe deadlock=safe memory=safe shift=violation
#include <assert.h>

static unsigned x = 1, n = 32;

int main(void)
{
	unsigned v = x << n;

	assert(v != 3);
	return 0;
}
