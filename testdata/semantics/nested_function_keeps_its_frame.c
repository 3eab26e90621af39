// 13.5: a nested function uses the objects of the call in which its address was taken.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>

static int deep(int n, int (*last)(void))
{
	int mine = n;
	int own(void) { return mine += 10; }

	if (n == 0)
		return last();
	int r = deep(n - 1, n == 2 ? own : last);
	return r + mine;
}

static int none(void) { return 0; }

int main(void)
{
	assert(deep(3, none) == 12 + 1 + 12 + 3);
	return 0;
}
