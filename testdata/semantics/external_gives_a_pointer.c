// 14.8: an undefined function sets a pointer to which its
// argument points: to null, or to a fresh object of any content.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stddef.h>

struct item {
	struct item *next;
	int key;
};

extern int item_find(struct item **item);

int main(void)
{
	struct item *item;

	if (item_find(&item) != 0)
		return 0;
	item->key = 1;
	return 0;
}
