// 14.11: a descriptor that was closed, and the other direction of a pipe, fail with EBADF.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	char b;

	if (pipe(ends))
		return 0;
	assert(write(ends[0], "x", 1) == -1 && errno == EBADF);
	assert(read(ends[1], &b, 1) == -1 && errno == EBADF);
	close(ends[0]);
	errno = 0;
	assert(read(ends[0], &b, 1) == -1 && errno == EBADF);
	return 0;
}
