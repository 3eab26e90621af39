// Two-stage access: a value and its successor, each under a lock of its own.
//
// Writers store both, one after the other; readers that see the first expect the second. With
// BUG the first lock is released in between. Without, it covers both stages.
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif

static int value, successor;
static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t successor_lock = PTHREAD_MUTEX_INITIALIZER;

static void *write_both(void *arg)
{
	pthread_mutex_lock(&value_lock);
	value = 1;
#ifdef BUG
	pthread_mutex_unlock(&value_lock);
#endif
	pthread_mutex_lock(&successor_lock);
	successor = value + 1;
	pthread_mutex_unlock(&successor_lock);
#ifndef BUG
	pthread_mutex_unlock(&value_lock);
#endif
	return arg;
}

static void *read_both(void *arg)
{
	int first, second;

	pthread_mutex_lock(&value_lock);
	first = value;
	pthread_mutex_unlock(&value_lock);
	if (first == 0)
		return arg;
	pthread_mutex_lock(&successor_lock);
	second = successor;
	pthread_mutex_unlock(&successor_lock);
	assert(second == first + 1);
	return arg;
}

int main(void)
{
	pthread_t writer[WRITERS], reader[READERS];

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&writer[i], NULL, write_both, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_create(&reader[i], NULL, read_both, NULL);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(writer[i], NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(reader[i], NULL);
	return 0;
}
