// Threads, a mutex, an atomic counter and an assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint done;
static int total;

static void *add(void *arg)
{
	int n = *(int *)arg;

	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
	done++;
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int n[2] = { 3, 4 };

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, &n[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(done == 2 && total == 7);
	return 0;
}
