// 5.18: with --environment output_fail the result may be -1.
//
// environment: output_fail
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(printf("hello\n") == 6);
	return 0;
}
