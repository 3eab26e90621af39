// expect: assert=violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle.h>

static struct { atomic_int word; } l;
static int count;

__heddle_role(lock, spinlock)
static void take(void)
{
	while (atomic_exchange(&l.word, 1))
		;
}

__heddle_role(unlock, spinlock)
static void give(void)
{
	atomic_store(&l.word, 0);
}

static void *set(void *arg)
{
	take();
	count = 2;
	give();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, set, 0);
	take();
	count = 1;
	give();
	pthread_join(t, 0);
	assert(count == 2);
	return 0;
}
