// 15.2: a compound assignment reads the old value before or after its right side is evaluated.
//
// expect: assert=violation race=safe deadlock=safe memory=safe overflow=safe
#include <assert.h>

static int sum;

static int add(void)
{
	sum += 10;
	return 1;
}

int main(void)
{
	sum += add();
	assert(sum == 11);
	return 0;
}
