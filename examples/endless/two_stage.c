// Two locks, one after the other: the second stage finds the writes of the first complete.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static unsigned char one, two;

static void *writer(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&first);
		one = 1;
		pthread_mutex_unlock(&first);
		pthread_mutex_lock(&second);
		two = one + 1;
		pthread_mutex_unlock(&second);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, writer, NULL);
	for (;;) {
		unsigned char seen;

		pthread_mutex_lock(&second);
		seen = two;
		pthread_mutex_unlock(&second);
		if (!seen)
			continue;
		pthread_mutex_lock(&first);
		assert(seen == one + 1);
		pthread_mutex_unlock(&first);
	}
}
