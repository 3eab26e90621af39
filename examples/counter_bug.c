// Racy counter: the first thing that goes wrong with threads.
//
// `count++` is a read, an addition and a write. When both threads read before
// either writes, one increment is lost.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int count;

static void *worker(void *arg)
{
	(void)arg;
	count++;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2);
	return 0;
}
