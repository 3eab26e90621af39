// 14.17: bsearch finds any of the equal elements.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	int list[4] = {1, 2, 2, 3}, key = 2;

	assert(bsearch(&key, list, 4, sizeof *list, compare) == list + 2);
	return 0;
}
