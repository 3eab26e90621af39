// 14.8: an undefined function writes nothing through a pointer to
// const, to void or to a constant, and no pointers in structures.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

struct item {
	const int *key;
	int count;
};

extern int inspect(const int *value, char *text, void *bytes, struct item *item);

int main(void)
{
	int value = 3, bytes = 5;
	struct item item = {&value, 1};

	inspect(&value, "value", &bytes, &item);
	assert(value == 3 && bytes == 5 && *item.key == 3);
	return 0;
}
