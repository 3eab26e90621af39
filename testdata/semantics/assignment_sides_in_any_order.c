// 15.2: where an assignment writes is found before or after its right side is evaluated.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

static int i;
static int a[2];

static int advance(void)
{
	i = 1;
	return 5;
}

int main(void)
{
	a[i] = advance();
	assert(a[0] == 5);
	return 0;
}
