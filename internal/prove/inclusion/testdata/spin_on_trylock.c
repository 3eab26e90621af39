// Two threads take a lock by trying again and again: iterations in vain are reads that
// could race, if the lock were no lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *add(void *arg)
{
	for (int i = 0; i < 2; i++) {
		while (pthread_mutex_trylock(&m) != 0)
			;
		x++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(x == 4);
	return 0;
}
