// 1.6: accesses of a library model to its own data in objects never race.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;

static void *use(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	sem_post(&s);
	sem_wait(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL);
	return 0;
}
