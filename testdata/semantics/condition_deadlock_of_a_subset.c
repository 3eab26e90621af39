// 11.2: a lock whose owner waits for a condition is no deadlock while someone else can signal.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *own_and_wait(void *arg)
{
	pthread_mutex_lock(&m);
	sem_wait(&s);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *lock(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 0);
	pthread_create(&a, NULL, own_and_wait, NULL);
	pthread_create(&b, NULL, lock, NULL);
	sem_post(&s);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
