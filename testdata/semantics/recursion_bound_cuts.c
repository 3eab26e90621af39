// 3.1: a recursion bound stops its thread there; no result is invented.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int sum(int n)
{
	return n == 0 ? 0 : n + sum(n - 1);
}

int main(void)
{
	assert(sum(40) == 820);
	return 0;
}
