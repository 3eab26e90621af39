// 12.3: an alarm that is cancelled ends no wait.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
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
	alarm(0);
	while (sem_wait(&s))
		;
	return 0;
}
