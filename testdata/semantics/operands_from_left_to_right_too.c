// 15.1: the operands of an operator are evaluated in any order: also from left to right.
//
// expect: assert=violation race=safe deadlock=safe memory=safe overflow=safe
#include <assert.h>

static int n;

static int next(void)
{
	return ++n;
}

int main(void)
{
	assert(next() - next() != -1);
	return 0;
}
