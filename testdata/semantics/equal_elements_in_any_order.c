// 14.17: qsort leaves equal elements in any order.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
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
	struct item list[3] = {{1, 1}, {1, 2}, {0, 3}};

	qsort(list, 3, sizeof *list, compare);
	assert(list[1].value == 1);
	return 0;
}
