// 5.2: constructors run before main, those of smaller priority first, those without one
// last.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int order;

__attribute__((constructor)) static void third(void)
{
	order = order * 10 + 3;
}

__attribute__((constructor(400))) static void second(void)
{
	order = order * 10 + 2;
}

__attribute__((constructor(150))) static void first(void)
{
	order = order * 10 + 1;
}

int main(void)
{
	assert(order == 123);
	return 0;
}
