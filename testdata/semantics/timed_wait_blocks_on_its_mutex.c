// 11.4: a timed wait that is over blocks on its mutex like any lock: that can be a deadlock.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = { 0, 0 };
static sem_t ready;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&ready);
	pthread_cond_timedwait(&c, &m, &soon);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&ready, 0, 0);
	pthread_create(&t, NULL, wait_for_it, NULL);
	sem_wait(&ready);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&m);
	return 0;
}
