// 12.3: no signal of an alarm arrives for a handler, but a wait that the handler could end is no deadlock.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t s;

static void ring(int signal)
{
	(void)signal;
	sem_post(&s);
}

int main(void)
{
	struct sigaction action = {.sa_handler = ring};

	sem_init(&s, 0, 0);
	sigaction(SIGALRM, &action, 0);
	alarm(1);
	while (sem_wait(&s)) // interrupted
		;
	return 0;
}
