// 14.26: a file that the program makes has the bytes that it wrote, under each of its names.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char c[3] = "";
	int fd = open("made", O_RDWR | O_CREAT | O_TRUNC, 0600);

	write(fd, "ab", 2);
	rename("made", "moved");
	assert(lseek(fd, 0, SEEK_END) == 2);
	close(fd);
	fd = open("moved", O_RDONLY);
	assert(read(fd, c, 3) == 2 && c[0] == 'a' && c[1] == 'b');
	assert(open("made", O_RDONLY) < 0);
	return 0;
}
