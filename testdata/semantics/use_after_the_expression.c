// 9.1: an array in a structure that a function returned lives as long as the full expression.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>

struct pair {
	int of[2];
};

static struct pair make(int x)
{
	struct pair p = {{x, x + 1}};

	return p;
}

static int second(int *p)
{
	return p[1];
}

int main(void)
{
	int *p;

	assert(make(1).of[1] == 2 && second(make(2).of) == 3);
	for (int i = 0; i < make(2).of[0]; i++)
		assert(second(make(i).of) == i + 1);
	p = make(3).of;
	return *p;
}
