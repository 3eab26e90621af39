// 14.8: a function that nobody defines writes nothing through its arguments.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

extern void inspect(int *value, const char *text);

int main(void)
{
	int value = 3;

	inspect(&value, "value");
	assert(value == 3);
	return 0;
}
