// 14.9: a pointer that the program wrote after an undefined
// function got the object has the program's value.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
// alone: memory=violation
#include <stddef.h>

struct item {
	struct item *next;
	int key;
};

extern struct item *item_get(void);

int main(void)
{
	struct item *item = item_get();

	if (item == NULL)
		return 0;
	item->next = NULL;
	item->next->key = 1;
	return 0;
}
