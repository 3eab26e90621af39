// 5.14: realloc and qsort move bytes without a value, which is no use of them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <stdlib.h>

struct item {
	int key;
	char name[4];
	struct item *next;
};

static int compare(const void *a, const void *b)
{
	return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void)
{
	struct item *list = malloc(2 * sizeof *list);
	int first;

	list[0].key = 2;
	list[1].key = 1;
	qsort(list, 2, sizeof *list, compare);
	list = realloc(list, 3 * sizeof *list);
	first = list[0].key;
	free(list);
	return first - 1;
}
