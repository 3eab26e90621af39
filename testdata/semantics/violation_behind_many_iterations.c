// 3.2: a violation found under bounds is real, and one behind them is not denied.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int x = 0;

	for (int i = 0; i < 40; i++)
		x += i;
	assert(x != 780);
	return 0;
}
