// 9.7: the operand of sizeof is evaluated if it is an array of variable length.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int n = 2, i = 1;
	int a[n];

	a[0] = 0;
	assert(sizeof(*(&a + i++)) == 2 * sizeof(int));
	assert(i == 2);
	(void)sizeof(a[i++]); // an element, and so not evaluated
	assert(i == 2);
	return a[0];
}
