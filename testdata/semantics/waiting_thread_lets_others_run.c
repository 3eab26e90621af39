// 2.1: a thread waits as long as its condition fails; the others go on.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t go;
static int x;

static void *holder(void *arg)
{
	pthread_mutex_lock(&m);
	sem_wait(&go);
	x++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, holder, NULL);
	sem_post(&go);
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
