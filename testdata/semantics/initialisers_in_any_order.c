// 15.2: the values of an initialiser list are evaluated in any order.
//
// expect: assert=violation race=safe deadlock=safe memory=safe overflow=safe
#include <assert.h>

struct pair {
	int first, second;
};

static int n;

static int next(void)
{
	return ++n;
}

int main(void)
{
	struct pair p = {next(), next()};
	assert(p.first == 1);
	return 0;
}
