// Lost wake-up: the consumer looks at the flag outside the lock.
//
// If the producer sets the flag and signals between the consumer's test and its
// wait, the signal is lost and the consumer waits for ever. The flag is
// atomic, so this is no data race; it is a deadlock all the same.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg)
{
	(void)arg;
	atomic_store(&ready, 1);
	pthread_cond_signal(&wake);
	return NULL;
}

int main(void)
{
	pthread_t p;

	pthread_create(&p, NULL, producer, NULL);
	if (!atomic_load(&ready)) {
		pthread_mutex_lock(&lock);
		pthread_cond_wait(&wake, &lock);
		pthread_mutex_unlock(&lock);
	}
	pthread_join(p, NULL);
	return 0;
}
