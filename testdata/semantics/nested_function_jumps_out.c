// 13.6: a goto out of a nested function ends the calls up to the function around it, whose objects keep their values.
//
// expect: assert=safe race=safe deadlock=safe memory=violation uninit=safe
#include <assert.h>

static void (*kept)(void);

static void through(void (*f)(void))
{
	f();
	assert(0);
}

static int parent(int limit)
{
	__label__ again;
	int n = 0, list[2] = {0, 7};
	void up(void)
	{
		list[0]++;
		goto again;
	}

again:
	if (++n < limit)
		through(up);
	kept = up;
	return n * 10 + list[0] + list[1];
}

int main(void)
{
	assert(parent(3) == 39);
	kept();
	return 0;
}
