// 14.2: the static result of a library function is the program's memory: using it
// beside a later call races, whatever orders the calls themselves.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t first;

static void *ask(void *arg)
{
	sem_wait(&first);
	strerror(1);
	return arg;
}

int main(void)
{
	char *text;
	pthread_t t;

	sem_init(&first, 0, 0);
	pthread_create(&t, NULL, ask, NULL);
	text = strerror(2);
	sem_post(&first);
	(void)(*text == 'x');
	pthread_join(t, NULL);
	return 0;
}
