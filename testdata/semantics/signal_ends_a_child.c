// 14.15: a signal without a handler ends another process, at any of its operations.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status, p[2];
	char c;
	pid_t child;

	if (pipe(p))
		return 1;
	child = fork();
	if (child == 0) {
		(void)read(p[0], &c, 1); /* nothing is written */
		_exit(0);
	}
	assert(kill(child, SIGTERM) == 0);
	assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	return 0;
}
