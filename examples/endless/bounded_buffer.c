// A buffer of two places under a mutex, with a condition for each side.
#include <assert.h>
#include <pthread.h>

enum { PLACES = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, freed = PTHREAD_COND_INITIALIZER;
static unsigned char count;

static void *producer(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		while (count == PLACES)
			pthread_cond_wait(&freed, &mutex);
		count++;
		assert(count <= PLACES);
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, producer, NULL);
	for (;;) {
		pthread_mutex_lock(&mutex);
		while (count == 0)
			pthread_cond_wait(&filled, &mutex);
		count--;
		assert(count < PLACES);
		pthread_cond_signal(&freed);
		pthread_mutex_unlock(&mutex);
	}
}
