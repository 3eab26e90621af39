/* 2 orders. A ticket lock for three threads: the wait acquires, the unlock releases. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int next, serving;
static int count;

static void lock(void)
{
	int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);

	while (atomic_load_explicit(&serving, O(1, acquire, relaxed)) != mine)
		;
}

static void unlock(void)
{
	int mine = atomic_load_explicit(&serving, memory_order_relaxed);

	atomic_store_explicit(&serving, mine + 1, O(2, release, relaxed));
}

static void *run(void *arg)
{
	lock();
	count++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, 0);
	run(0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(count == 3);
	return 0;
}
