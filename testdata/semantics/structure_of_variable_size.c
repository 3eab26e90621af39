// 9.7: a structure with a member of variable size is one object of its size at its declaration.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>

static int filled(int n, int at)
{
	struct s {
		char head;
		short v[n];
		int tail;
	} x, y;

	n = 100;
	for (unsigned i = 0; i < sizeof x.v / sizeof x.v[0]; i++)
		x.v[i] = i;
	x.tail = 7;
	y = x;
	x.tail = 0;
	((short *)&y)[at] = 8;
	return y.v[1] + y.tail;
}

int main(void)
{
	assert(filled(3, 0) == 8 && filled(3, 4) == 9);
	return filled(3, 6); // behind the 12 bytes of y
}
