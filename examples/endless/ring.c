// Three threads in a ring: the thread with the token works, and passes it on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_uchar token;
static atomic_bool working;

static void work(unsigned char me)
{
	for (;;) {
		while (atomic_load(&token) != me)
			;
		assert(!atomic_exchange(&working, 1));
		atomic_store(&working, 0);
		atomic_store(&token, (me + 1) % THREADS);
	}
}

static void *second(void *arg)
{
	work(1);
	return arg;
}

static void *third(void *arg)
{
	work(2);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, second, NULL);
	pthread_create(&b, NULL, third, NULL);
	work(0);
}
