// Two threads, each of which enters a critical section, over and over. The file that includes this
// says how.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void enter(_Bool me);

static void *worker(void *arg)
{
	for (;;)
		enter(1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	for (;;)
		enter(0);
}
