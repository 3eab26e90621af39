// Three philosophers take the fork with the lower number first: neighbours never eat at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SEATS = 3 };
static pthread_mutex_t fork[SEATS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static atomic_bool eats[SEATS];

static void dine(int me, int low, int high)
{
	for (;;) {
		pthread_mutex_lock(&fork[low]);
		pthread_mutex_lock(&fork[high]);
		atomic_store(&eats[me], 1);
		assert(!atomic_load(&eats[(me + 1) % SEATS]));
		atomic_store(&eats[me], 0);
		pthread_mutex_unlock(&fork[high]);
		pthread_mutex_unlock(&fork[low]);
	}
}

static void *second(void *arg)
{
	dine(1, 1, 2);
	return arg;
}

static void *third(void *arg)
{
	dine(2, 0, 2);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, second, NULL);
	pthread_create(&b, NULL, third, NULL);
	dine(0, 0, 1);
}
