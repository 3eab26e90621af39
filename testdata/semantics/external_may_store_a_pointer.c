// 14.9: a pointer in an object that an undefined function got
// or returned may lead to an object.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
// alone: memory=unknown
#include <stddef.h>

struct item {
	struct item *next;
	int key;
};

extern int item_find(struct item *item);

int main(void)
{
	struct item item = {NULL, 0};

	item_find(&item);
	item.next->key = 1;
	return 0;
}
