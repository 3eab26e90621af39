// 5.6: a left shift into the sign bit is a violation of overflow, of constants too, unless C demands a constant.
//
// expect: assert=safe race=safe deadlock=safe memory=safe shift=safe overflow=violation
#include <assert.h>
#include <limits.h>

enum { TOP = 1 << 31 };
static int top = 1 << 31, list[] = {3 << 30};
static const long long bits[sizeof(int[1 << 4 << 3])] = {[1 << 3] = 1 << 31};

int main(void)
{
	switch (top) {
	case 1 << 31:
		break;
	default:
		assert(0);
	}
	assert(TOP == INT_MIN && list[0] == -(1 << 30) && bits[8] == INT_MIN);
	return (1 << 31) == 0;
}
