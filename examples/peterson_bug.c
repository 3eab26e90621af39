// Peterson's mutual exclusion with the two first lines swapped.
//
// A thread must announce its wish before it yields the turn. The other way
// round, both can get in.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *worker(void *arg)
{
	int me = arg != NULL;
	int other = 1 - me;

	atomic_store(&turn, other);
	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
		;
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	atomic_store(&wants[me], 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, &turn);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
