// 14.10: a function that nobody defines calls the function that it gets, before it returns. With
// strict externals others may call it at any time: what is not found is unknown.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// strict: race=unknown memory=unknown
#include <assert.h>

extern void on_event(void (*handler)(int));

static int seen;

static void handle(int n)
{
	seen = n;
}

int main(void)
{
	on_event(handle);
	assert(seen == 0);
	return 0;
}
