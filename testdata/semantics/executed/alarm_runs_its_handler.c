// 14.23: an alarm whose signal has a handler arrives at any time after it is set; the wait then fails.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t s;
static volatile sig_atomic_t rang;

static void ring(int signal)
{
	(void)signal;
	rang = 1;
}

int main(void)
{
	struct sigaction action = {.sa_handler = ring};

	sem_init(&s, 0, 0);
	sigaction(SIGALRM, &action, 0);
	alarm(1);
	assert(sem_wait(&s) == -1 && errno == EINTR); // for ever, if the alarm came before
	assert(rang);
	return 0;
}
