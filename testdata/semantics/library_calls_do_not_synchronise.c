// 10.7: the sections inside library models do not synchronise: reading a semaphore's value orders nothing.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
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
	int value;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, send, NULL);
	sem_getvalue(&s, &value);
	if (value == 1)
		assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
