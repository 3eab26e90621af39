// 14.10: an undefined function calls the function that it is passed, before it
// returns. With strict externals it may call others at any time: a proof is unknown.
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
