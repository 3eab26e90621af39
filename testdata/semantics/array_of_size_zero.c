// 9.7: an array of variable length may have no elements, as compilers have it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int size(int n)
{
	int a[n];

	return sizeof a;
}

int main(void)
{
	assert(size(0) == 0);
	assert(size(2) == 2 * sizeof(int));
	return 0;
}
