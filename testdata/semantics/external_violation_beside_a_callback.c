// 14.10: a violation stands whatever may be called back.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// alone: assert=violation memory=unknown
#include <assert.h>

extern int on_event(void (*handler)(void));

static void handle(void) { }

int main(void)
{
	assert(on_event(handle) == 0);
	return 0;
}
