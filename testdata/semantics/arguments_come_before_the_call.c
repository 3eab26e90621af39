// 15.2: all arguments, and what designates the function, are evaluated before the function's body.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int n;

static int step(void)
{
	return ++n;
}

static int seen(int a, int b)
{
	n += 10;
	return a + b;
}

int main(void)
{
	assert(seen(step(), step()) == 3);
	assert(n == 12);
	return 0;
}
