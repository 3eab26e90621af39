// 14.9: an undefined function may free or keep an object that it gets.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
// alone: memory=unknown
#include <stdlib.h>

extern void item_free(int *item);

int main(void)
{
	int *item = malloc(sizeof *item);

	item_free(item);
	item = NULL;
	return 0;
}
