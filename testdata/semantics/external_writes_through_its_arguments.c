// 14.8: an undefined function writes any value to the object to which its argument points.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// strict: assert=safe
#include <assert.h>

extern void inspect(int *value, const char *text);

int main(void)
{
	int value = 3;

	inspect(&value, "value");
	assert(value == 3);
	return 0;
}
