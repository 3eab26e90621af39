/*
 * A producer sends N numbers to a consumer through a buffer of two places with
 * condition variables. The consumer believes that the last number but one
 * comes alone.
 */
#include <assert.h>
#include <pthread.h>

enum { PLACES = 2 };

static int places[PLACES], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static pthread_cond_t fewer = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused)
{
	for (int k = 0; k < N; k++) {
		pthread_mutex_lock(&lock);
		if (used == PLACES)
			pthread_cond_wait(&fewer, &lock);
		places[k % PLACES] = k;
		used++;
		pthread_cond_signal(&more);
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

static void *consumer(void *unused)
{
	for (int k = 0; k < N; k++) {
		pthread_mutex_lock(&lock);
		if (used == 0)
			pthread_cond_wait(&more, &lock);
		int got = places[k % PLACES];
		used--;
		assert(got == k && (k != N - 2 || used == 0));
		pthread_cond_signal(&fewer);
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

int main(void)
{
	pthread_t p, c;
	pthread_create(&p, 0, producer, 0);
	pthread_create(&c, 0, consumer, 0);
	pthread_join(p, 0);
	pthread_join(c, 0);
	return 0;
}
