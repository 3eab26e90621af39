// 11.1: a deadlock needs no stand-still: the set may leave out threads that run on.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static atomic_int finished;

static void *forwards(void *arg)
{
	pthread_mutex_lock(&m[0]);
	pthread_mutex_lock(&m[1]);
	pthread_mutex_unlock(&m[1]);
	pthread_mutex_unlock(&m[0]);
	finished++;
	return arg;
}

static void *backwards(void *arg)
{
	pthread_mutex_lock(&m[1]);
	pthread_mutex_lock(&m[0]);
	pthread_mutex_unlock(&m[0]);
	pthread_mutex_unlock(&m[1]);
	finished++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, forwards, NULL);
	pthread_create(&b, NULL, backwards, NULL);
	while (finished < 2)
		;
	return 0;
}
