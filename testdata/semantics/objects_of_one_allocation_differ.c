// 7.1: an object keeps its value when a later one of the same allocation gets another.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

static int *list[2];

int main(void)
{
	for (int k = 0; k < 2; k++) {
		int *p = malloc(sizeof *p);

		if (k == 0) {
			*p = 1;
			list[0] = p;
		} else {
			*p = 2;
			list[1] = p;
			assert(*list[0] == 2);
		}
	}
	return 0;
}
