// Peterson's mutual exclusion: first the wish, then the turn.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *worker(void *arg)
{
	int me = arg != NULL;
	int other = 1 - me;

	atomic_store(&wants[me], 1);
	atomic_store(&turn, other);
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
