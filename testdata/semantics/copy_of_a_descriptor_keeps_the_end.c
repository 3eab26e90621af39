// 14.11: an end is closed with its last descriptor: the reader waits for the copy here.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int ends[2], copy;
	char b;

	if (pipe(ends) || (copy = dup(ends[1])) < 0)
		return 0;
	close(ends[1]);
	assert(write(copy, "x", 1) == 1);
	assert(read(ends[0], &b, 1) == 1);
	read(ends[0], &b, 1);
	return 0;
}
