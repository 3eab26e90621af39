// 14.9: an object may be freed, or kept, by a function that nobody defines and that gets it.
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
