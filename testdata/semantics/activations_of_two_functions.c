// 9.10: two functions that call each other have several activations, each with its own variables.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

static int odd(int n);

static int even(int n)
{
	int twice = 2 * n, rest = n ? odd(n - 1) : 1;

	assert(twice == 2 * n);
	assert(twice != 4);
	return rest;
}

static int odd(int n)
{
	int twice = 2 * n, rest = n ? even(n - 1) : 0;

	assert(twice == 2 * n);
	return rest;
}

int main(void)
{
	assert(even(2));
	return 0;
}
