// 10.7: a post happens before every later successful wait of the same semaphore, trywait included.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static void *send(void *arg)
{
	data = 1;
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, send, NULL);
	if (sem_trywait(&s) != 0)
		sem_wait(&s);
	assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
