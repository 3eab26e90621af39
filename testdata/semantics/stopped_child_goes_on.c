// 14.15: a stopped process goes on with SIGCONT, and wait tells of both.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		raise(SIGSTOP);
		_exit(4);
	}
	assert(waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
	assert(waitpid(child, &status, WUNTRACED | WNOHANG) == 0);
	kill(child, SIGCONT);
	assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 4);
	return 0;
}
