// 15.3: && || ?: and the comma evaluate their operands in order.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int n;

static int next(void)
{
	return ++n;
}

int main(void)
{
	int last = (next(), next());
	assert(last == 2);
	assert(next() == 3 && next() == 4);
	assert(next() != 5 || next() == 6);
	int k = next() == 7 ? next() : n;
	assert(k == 8);
	return 0;
}
