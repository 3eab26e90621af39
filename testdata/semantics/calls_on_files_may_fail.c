// 12.13: with --environment io_fail a file may not open.
//
// environment: io_fail
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("data", "r");

	assert(f);
	fclose(f);
	return 0;
}
