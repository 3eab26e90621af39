// 5.18: puts yields a number that is not negative, if output succeeds.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(puts("text") >= 0);
	return 0;
}
