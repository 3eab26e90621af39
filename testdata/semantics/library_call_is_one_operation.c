// 1.3: one call of a library model is one visible operation: posts are never lost.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *arg)
{
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t t;
	int value;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	sem_post(&s);
	pthread_join(t, NULL);
	sem_getvalue(&s, &value);
	assert(value == 2);
	return 0;
}
