/*
 * N threads set one value under its mutex and derive another from it under
 * another mutex; a reader may come between the stages. The mutexes are on the
 * heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first, second;
static pthread_mutex_t *first_lock, *second_lock;

static void *writer(void *unused)
{
	pthread_mutex_lock(first_lock);
	first = 1;
	pthread_mutex_unlock(first_lock);

	pthread_mutex_lock(second_lock);
	second = first + 1;
	pthread_mutex_unlock(second_lock);
	return 0;
}

static void *reader(void *unused)
{
	pthread_mutex_lock(first_lock);
	int seen = first;
	pthread_mutex_unlock(first_lock);
	if (seen == 0)
		return 0;

	pthread_mutex_lock(second_lock);
	int derived = second;
	pthread_mutex_unlock(second_lock);
	assert(derived == seen + 1);
	return 0;
}

int main(void)
{
	pthread_t writers[N], one;
	first_lock = malloc(sizeof *first_lock);
	second_lock = malloc(sizeof *second_lock);
	pthread_mutex_init(first_lock, 0);
	pthread_mutex_init(second_lock, 0);
	for (int i = 0; i < N; i++)
		pthread_create(&writers[i], 0, writer, 0);
	pthread_create(&one, 0, reader, 0);
	for (int i = 0; i < N; i++)
		pthread_join(writers[i], 0);
	pthread_join(one, 0);
	return 0;
}
