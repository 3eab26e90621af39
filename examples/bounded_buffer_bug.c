// Bounded buffer: a wait that stands in an `if`.
//
// Two consumers share one slot. A consumer does not test the condition again when
// it is woken, so the other consumer may have emptied the slot already.
//
// expect: assert=violation race=safe deadlock=violation memory=safe
#include <assert.h>
#include <pthread.h>

static int full, slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *consumer(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	if (!full)
		pthread_cond_wait(&filled, &lock);
	assert(full);
	full = 0;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void put(int item)
{
	pthread_mutex_lock(&lock);
	if (!full) {
		slot = item;
		full = 1;
		pthread_cond_signal(&filled);
	}
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
