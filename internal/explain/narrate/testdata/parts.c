// A copy of a structure is one access for each member: the race is on the first, although
// the second is accessed by the same line, and later.
// expect: race=violation
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair {
	int first, second;
};

static struct pair *shared;
static atomic_int done;

static void *copier(void *arg)
{
	struct pair other = {1, 2};
	(void)arg;
	*shared = other;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct pair *mine = malloc(sizeof *mine);
	if (mine == NULL)
		return 1;
	shared = mine;
	pthread_create(&t, NULL, copier, NULL);
	if (atomic_load_explicit(&done, memory_order_relaxed))
		mine->first = 3;
	pthread_join(t, NULL);
	free(mine);
	return 0;
}
