// 14.8: an undefined function returns any value of its type.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdbool.h>

extern int level(void);
extern bool enabled(void);

int main(void)
{
	bool on = enabled();

	assert(on == 0 || on == 1);
	assert(!on || level() >= 0);
	return 0;
}
