// 10.3: free is a write: it races with an unordered read, though no schedule of this program reads later.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static int copy;

static void *read_it(void *arg)
{
	copy = *(int *)arg;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *p = calloc(1, sizeof *p);
	int early;

	pthread_create(&t, NULL, read_it, p);
	early = atomic_load_explicit(&done, memory_order_relaxed);
	if (early)
		free(p);
	pthread_join(t, NULL);
	if (!early)
		free(p);
	return 0;
}
