// 5.9: a bit-field that is cast to its declared type has that type, and no longer that of its width.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static struct {
	unsigned narrow : 3;
	unsigned long long wide : 45;
} s = {2, 2};

int main(void)
{
	long minus = -1;

	assert(s.narrow - 5 < 0);
	assert((unsigned)s.narrow - 5 > 0);
	assert((unsigned long long)s.wide * minus > 5);
	assert((unsigned)(s.narrow = 1) - 5 > 0);
	return 0;
}
