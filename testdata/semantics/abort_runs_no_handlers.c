// 5.3: abort ends the process at once: no handler runs, nothing follows.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static void handler(void)
{
	assert(0);
}

int main(void)
{
	atexit(handler);
	abort();
	assert(0);
	return 0;
}
