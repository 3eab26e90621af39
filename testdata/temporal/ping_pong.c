// Two threads that wake each other go on for ever, in turns.
//
// ask: weak violation termination
// ask: weak safe G F ball == 1
// ask: weak safe G F ball == 0
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void *other(void *arg)
{
	for (;;) {
		sem_wait(&ping);
		ball = 1;
		sem_post(&pong);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_init(&ping, 0, 0);
	sem_init(&pong, 0, 0);
	pthread_create(&t, 0, other, 0);
	for (;;) {
		sem_post(&ping);
		sem_wait(&pong);
		ball = 0;
	}
	return 0;
}
