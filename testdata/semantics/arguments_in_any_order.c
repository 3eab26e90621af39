// 15.2: the arguments of a call are evaluated in any order, also neither from left to right nor from right to left.
//
// expect: assert=violation race=safe deadlock=safe memory=safe overflow=safe
#include <assert.h>

static int n;

static int digit(void)
{
	return ++n;
}

static int number(int a, int b, int c)
{
	return 100 * a + 10 * b + c;
}

int main(void)
{
	assert(number(digit(), digit(), digit()) != 231);
	return 0;
}
