// 14.23: an alarm that would end the process has not expired, so that some of its time is left.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
	unsigned left;

	assert(alarm(20) == 0);
	left = alarm(0);
	assert(left >= 1 && left <= 20);
	assert(alarm(0) == 0);
	return 0;
}
