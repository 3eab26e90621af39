// 14.10: a violation stands whatever may be called back, with strict externals, too.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// alone: assert=violation memory=safe
// strict: assert=violation memory=unknown
#include <assert.h>

extern int on_event(void (*handler)(void));

static void handle(void) { }

int main(void)
{
	assert(on_event(handle) == 0);
	return 0;
}
