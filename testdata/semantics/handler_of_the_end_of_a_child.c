// 14.15: SIGCHLD of a child arrives before wait returns. Its handler learns how the child ended.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ended, status;

static void ends(int signal, siginfo_t *info, void *context)
{
	(void)signal, (void)context;
	ended = info->si_pid;
	status = info->si_status;
}

int main(void)
{
	struct sigaction a = {.sa_sigaction = ends, .sa_flags = SA_SIGINFO | SA_RESTART};
	pid_t child;

	sigaction(SIGCHLD, &a, 0);
	child = fork();
	if (child == 0)
		_exit(3);
	assert(wait(0) == child && ended == child && status == 3);
	return 0;
}
