// 12.14: a thread that waits takes a signal that another thread sends; the wait for a semaphore then fails.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t s;

static void on_signal(int signal)
{
	(void)signal;
	sem_post(&s);
}

static void *work(void *arg)
{
	while (sem_wait(&s))
		assert(errno == EINTR);
	return arg;
}

int main(void)
{
	struct sigaction action = {.sa_handler = on_signal};
	pthread_t t;

	sem_init(&s, 0, 0);
	sigaction(SIGUSR1, &action, 0);
	pthread_create(&t, 0, work, 0);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, 0);
	return 0;
}
