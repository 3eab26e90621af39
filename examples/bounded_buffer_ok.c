// Bounded buffer, fixed: every wait tests its condition again, and the producer
// waits for room.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int full, slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;

static void *consumer(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!full)
		pthread_cond_wait(&filled, &lock);
	assert(full && slot > 0);
	full = 0;
	pthread_cond_signal(&emptied);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (full)
		pthread_cond_wait(&emptied, &lock);
	slot = item;
	full = 1;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consumer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	put(1);
	put(2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
