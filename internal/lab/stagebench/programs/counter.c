/* Two threads increment a shared number N times each under a mutex. */
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *adder(void *unused)
{
	for (int k = 0; k < N; k++) {
		pthread_mutex_lock(&lock);
		x++;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, adder, 0);
	pthread_create(&b, 0, adder, 0);
	pthread_mutex_lock(&lock);
	int seen = x;
	pthread_mutex_unlock(&lock);
	assert(seen != N);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
