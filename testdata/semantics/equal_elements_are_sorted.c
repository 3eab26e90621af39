// 14.17: whatever the order of equal elements is, the array is sorted, and has the same elements.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

struct item {
	int key, value;
};

static int compare(const void *a, const void *b)
{
	return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void)
{
	struct item list[3] = {{1, 1}, {1, 2}, {0, 3}}, key = {1, 0};
	struct item *found;

	qsort(list, 3, sizeof *list, compare);
	assert(list[0].value == 3 && list[1].value + list[2].value == 3);
	found = bsearch(&key, list, 3, sizeof *list, compare);
	assert(found && found->key == 1);
	return 0;
}
