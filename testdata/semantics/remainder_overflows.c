// 5.5: the remainder of the lowest number and -1 overflows as the quotient does (C11 6.5.5), and is 0 when that is not checked.
//
// expect: assert=safe race=safe deadlock=safe memory=safe overflow=violation
#include <assert.h>
#include <limits.h>

static long lowest = LONG_MIN;
static int one = 1;

int main(void)
{
	lowest %= -one;
	assert(lowest == 0);
	return 0;
}
