// 12.13: without --environment io_fail a file opens, but it need not be there, and has any contents.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	FILE *f = fopen("data", "r");
	int c = fgetc(f);

	fclose(f);
	assert(access("other", F_OK) == 0 || c == EOF);
	return 0;
}
