// 3.3: what main does behind the creation of many threads is judged with the first few of them.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

enum { THREADS = 24 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, left;

static void *visit(void *arg)
{
	pthread_mutex_lock(&lock);
	inside++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	inside--;
	pthread_mutex_unlock(&lock);
	left = 1;
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, visit, NULL);
	pthread_mutex_lock(&lock);
	assert(inside < 2);
	pthread_mutex_unlock(&lock);
	return 0;
}
