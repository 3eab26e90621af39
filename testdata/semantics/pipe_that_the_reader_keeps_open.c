// 14.15: a reader that keeps the end for writing never finds the end of the pipe.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	char b;

	if (pipe(p))
		return 1;
	if (fork() == 0) {
		write(p[1], "x", 1);
		_exit(0);
	}
	while (read(p[0], &b, 1) > 0)
		;
	wait(0);
	return 0;
}
