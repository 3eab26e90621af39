// 12.12: raise returns after the handler, during which the signal and its sa_mask are blocked (C11 7.14.2.1).
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t order;

static void inner(int signal)
{
	assert(signal == SIGUSR2 && order == 1);
	order = 2;
}

static void outer(int signal, siginfo_t *info, void *context)
{
	sigset_t blocked;

	(void)context;
	assert(signal == SIGUSR1 && info->si_signo == SIGUSR1);
	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	assert(sigismember(&blocked, SIGUSR1) && sigismember(&blocked, SIGTERM) && !sigismember(&blocked, SIGUSR2));
	order = 1;
	assert(raise(SIGUSR2) == 0);
	assert(order == 2);
	order = 3;
}

int main(void)
{
	struct sigaction a = { .sa_sigaction = outer, .sa_flags = SA_SIGINFO };
	sigset_t blocked;

	sigaddset(&a.sa_mask, SIGTERM);
	sigaction(SIGUSR1, &a, NULL);
	signal(SIGUSR2, inner);
	assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
	assert(order == 3);
	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	assert(!sigismember(&blocked, SIGUSR1));
	return 0;
}
