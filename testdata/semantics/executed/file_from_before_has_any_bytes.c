// 14.26: of a file that may have been there before, only the written byte is known.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char c[2] = "";
	int fd = open("data", O_RDWR | O_CREAT, 0600);

	lseek(fd, 0, SEEK_SET);
	write(fd, "a", 1);
	if (pread(fd, c, 2, 0) < 1 || c[0] != 'a')
		return 0;
	assert(c[1] == 0);
	return 0;
}
