#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next, now;
int shared;

static void lock(void)
{
	int mine = atomic_fetch_add(&next, 1);
	while (atomic_load(&now) != mine)
		;
}

static void unlock(void)
{
	atomic_store(&now, atomic_load(&now) + 1);
}

static void *work(void *arg)
{
	lock();
	shared++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	assert(shared == 2);
	return 0;
}
