// 12.15: real-time signals are queued: the least number comes first, and signals of one number in the order of their sending.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static void send(int signal, int value)
{
	union sigval v = {.sival_int = value};

	assert(sigqueue(getpid(), signal, v) == 0);
}

int main(void)
{
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	sigaddset(&set, SIGRTMIN + 1);
	sigprocmask(SIG_BLOCK, &set, 0);
	send(SIGRTMIN + 1, 3);
	send(SIGRTMIN, 1);
	send(SIGRTMIN, 2);
	for (int i = 1; i <= 3; i++) {
		assert(sigwaitinfo(&set, &info) == (i < 3 ? SIGRTMIN : SIGRTMIN + 1));
		assert(info.si_value.sival_int == i && info.si_code == SI_QUEUE);
	}
	return 0;
}
