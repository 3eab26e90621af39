// 14.10: a function whose address one gets that nobody defines may be called at any time, by any
// thread: what is not found is unknown.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
// alone: assert=unknown race=unknown memory=unknown
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
