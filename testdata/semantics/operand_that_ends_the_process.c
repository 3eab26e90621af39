// 15.1: an operand that ends the process does so before or after the others are evaluated.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static int leave(void)
{
	exit(0);
}

static int fail(void)
{
	assert(0);
	return 1;
}

int main(void)
{
	return leave() + fail();
}
