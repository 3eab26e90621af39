// 11.1: the members of the set may wait for different kinds of thing.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *post(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&s);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	pthread_mutex_lock(&m);
	sem_wait(&s);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
