// 5.6: a left shift of a negative number shifts its bits, and is a violation of shift.
//
// expect: assert=safe race=safe deadlock=safe memory=safe shift=violation overflow=safe
#include <assert.h>

static int shifted(int x, int n) { return x << n; }

int main(void)
{
	volatile int one = 1;
	volatile unsigned char c = 0x80;
	int y = c;
	y <<= one;
	assert(shifted(-1, one) == -2 && y == 0x100 && c << one == 0x100);
	return 0;
}
