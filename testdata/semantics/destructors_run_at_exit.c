// 5.2: destructors run at exit, behind the handlers of atexit: those of greater priority first,
// of one priority the one that is defined last.
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
