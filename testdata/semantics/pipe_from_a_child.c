// 14.15: a pipe is one object of all processes. It ends when the last process has closed its end for writing, or has ended.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	char b[4] = "";
	pid_t child;

	if (pipe(p))
		return 1;
	child = fork();
	if (child == 0) {
		close(p[0]);
		assert(write(p[1], "hi", 2) == 2);
		_exit(0);
	}
	close(p[1]);
	assert(read(p[0], b, 2) >= 1 && b[0] == 'h');
	while (read(p[0], b, 4) > 0)
		;
	assert(wait(0) == child);
	return 0;
}
