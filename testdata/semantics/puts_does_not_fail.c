// 5.18: puts yields a number that is not negative, if output succeeds.
//
// expect: assert=safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(puts("text") >= 0);
	return 0;
}
