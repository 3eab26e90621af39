// 5.3: the handlers of atexit run before the process ends.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static int x;

static void handler(void)
{
	assert(x == 0);
}

int main(void)
{
	atexit(handler);
	x = 1;
	return 0;
}
