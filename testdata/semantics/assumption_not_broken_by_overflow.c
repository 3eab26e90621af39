// 16.6: a sum that overflows and a byte without a value have a meaning, and break no proof's assumption.
//
// expect: assert=safe race=safe deadlock=safe memory=safe overflow=violation uninit=violation
// alone: assert=safe memory=safe overflow=violation uninit=violation
#include <assert.h>
#include <limits.h>

static int most = INT_MAX;

int main(void)
{
	int sum = most + 1, any;

	assert(sum == INT_MIN);
	assert(any == any);
	return 0;
}
