// 14.6: a declaration with an asm label declares the object or function of that name.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int other(void);
extern int mine(void) __asm__("other");
extern int shared __asm__("value");

int value = 4;

int other(void)
{
	return 7;
}

int main(void)
{
	assert(mine() == 7);
	assert(shared == 4);
	return 0;
}
