// 15.1: a called function is not interrupted by the evaluation of another operand.
//
// expect: assert=safe race=safe deadlock=safe memory=safe overflow=safe
#include <assert.h>

static int n;

static int twice(void)
{
	n++;
	n++;
	return n;
}

int main(void)
{
	int d = twice() - twice();
	assert(d == 2 || d == -2);
	return 0;
}
