// 14.13: of two clocks nothing says which is ahead, and the time of day can be set back.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <time.h>

int main(void)
{
	struct timespec a, b, c, d;

	clock_gettime(CLOCK_REALTIME, &a);
	clock_gettime(CLOCK_REALTIME, &b);
	clock_gettime(CLOCK_MONOTONIC, &c);
	clock_gettime(CLOCK_BOOTTIME, &d);
	assert(b.tv_sec >= a.tv_sec || d.tv_sec >= c.tv_sec);
	return 0;
}
