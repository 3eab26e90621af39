#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* The way into the critical section of Dekker's algorithm: a thread gives up where it meets the other. */
atomic_int wants[2];
int inside;

static void enter(int me)
{
	atomic_store(&wants[me], 1);
	if (!atomic_load(&wants[1 - me]))
		inside++;
	atomic_store(&wants[me], 0);
}

static void *other(void *arg)
{
	enter(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, other, 0);
	enter(0);
	return 0;
}
