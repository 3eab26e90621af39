// 9.1: an object of a block dies with the block, also for a pointer that never leaves the function.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>

int main(void)
{
	int *p;

	{
		int x = 1;

		p = &x;
		assert(*p == 1);
	}
	return *p;
}
