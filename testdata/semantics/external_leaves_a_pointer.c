// 14.8: an external function may leave a pointer as it is, to which its argument points.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

static int number;

extern void find(int **found);

int main(void)
{
	int *p = &number;

	find(&p);
	if (p)
		*p = 1;
	assert(number == 0);
	return 0;
}
