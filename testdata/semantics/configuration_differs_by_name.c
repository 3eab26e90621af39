// 14.1: nothing says how the values of two names are related.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
	assert(sysconf(_SC_OPEN_MAX) < sysconf(_SC_ARG_MAX));
	return 0;
}
