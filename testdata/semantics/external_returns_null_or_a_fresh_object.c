// 14.8: a pointer that an undefined function returns is null or leads to a
// fresh object of any content. The object may be freed, and need not be.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

struct item {
	int key;
	long value;
};

extern struct item *item_get(void);

int main(void)
{
	struct item *a = item_get();
	struct item *b = item_get();

	if (a == NULL || b == NULL)
		return 0;
	int first = a->key;
	a->key = 1;
	b->key = 2;
	assert(a->key == 1 && b->key == 2);
	free(b);
	assert(first == 0);
	return 0;
}
