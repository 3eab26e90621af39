// 13.3: the calls that a jump ends may be of the library, and through pointers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf unordered;

static int compare(const void *a, const void *b)
{
	if (*(const int *)a < 0 || *(const int *)b < 0)
		longjmp(unordered, 2);
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	int v[2] = {1, -1};

	if (setjmp(unordered) == 0) {
		qsort(v, 2, sizeof v[0], compare);
		assert(0);
	}
	return 0;
}
