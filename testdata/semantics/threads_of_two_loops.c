// 3.3: a bound on threads that are created at one place leaves those of another alone.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

enum { THREADS = 9 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *two_steps(void *arg)
{
	pthread_mutex_lock(&lock);
	first = 1;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	second = first + 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *look(void *arg)
{
	pthread_mutex_lock(&lock);
	assert(first == 0 || second == 2);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[THREADS], last;

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, two_steps, NULL);
	pthread_create(&last, NULL, look, NULL);
	return 0;
}
