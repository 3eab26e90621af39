// 14.15: a signal to a child can come before the child has its handler.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void ignore(int signal)
{
	(void)signal;
}

int main(void)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		signal(SIGUSR1, ignore);
		pause();
		_exit(0);
	}
	sleep(1);
	kill(child, SIGUSR1);
	wait(&status);
	assert(WIFEXITED(status));
	return 0;
}
