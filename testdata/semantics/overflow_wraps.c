// 5.5: signed overflow wraps when it is not checked.
//
// expect: assert=safe race=safe deadlock=safe memory=safe overflow=violation
#include <assert.h>
#include <limits.h>

static int x = INT_MAX, y = INT_MIN;

int main(void)
{
	x = x + 1;
	y = -y;
	assert(x == INT_MIN && y == INT_MIN);
	return 0;
}
