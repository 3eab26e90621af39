// 14.13: between two looks at a clock any time may pass, or none; sleeping moves no clock.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <time.h>

int main(void)
{
	struct timespec a, b, c, second = { 1, 0 };

	clock_gettime(CLOCK_MONOTONIC, &a);
	nanosleep(&second, NULL);
	clock_gettime(CLOCK_MONOTONIC, &b);
	clock_gettime(CLOCK_MONOTONIC, &c);
	assert(a.tv_sec != b.tv_sec || c.tv_sec < b.tv_sec + 1000);
	return 0;
}
