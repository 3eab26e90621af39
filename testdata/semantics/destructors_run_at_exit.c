// 5.2: destructors run at exit, after the handlers of atexit: greater
// priorities first, and the last defined first among equal ones.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static int order;

void last(void) __attribute__((destructor(150)));

void last(void)
{
	assert(order != 1234);
}

__attribute__((destructor)) static void fourth(void)
{
	order = order * 10 + 3;
}

__attribute__((constructor, destructor(400))) static void both(void)
{
	order = order ? order * 10 + 4 : 1;
}

__attribute__((destructor)) static void third(void)
{
	assert(order == 12);
}

static void handler(void)
{
	order = order * 10 + 2;
}

int main(void)
{
	assert(order == 1);
	return atexit(handler);
}
