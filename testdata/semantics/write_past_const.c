// 9.1: a write through a pointer whose type lost the const is none of these, if the object is not defined const.
// Each execution of a definition gives a const object its value.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int sum;

static void increment(const int *p)
{
	++*(int *)p;
}

int main(void)
{
	int n = 1;

	for (int i = 0; i < 2; i++) {
		const int step[2] = {i, n};
		const int *p = step;

		sum += p[0] + p[1];
	}
	increment(&n);
	assert(n == 2 && sum == 3);
	return 0;
}
