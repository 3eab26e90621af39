// 10.10: functions that lock a word of the program's own may say so; the word excludes and orders.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle.h>

struct lock {
	atomic_flag taken;
	int owner;
};

static struct lock l = { ATOMIC_FLAG_INIT, 0 };
static int count;

__heddle_role(lock, spinlock)
static void take(struct lock *l, int me)
{
	while (atomic_flag_test_and_set_explicit(&l->taken, memory_order_acquire))
		;
	l->owner = me;
}

__heddle_role(unlock, spinlock)
static void give(struct lock *l)
{
	l->owner = 0;
	atomic_flag_clear_explicit(&l->taken, memory_order_release);
}

static void *add(void *arg)
{
	take(&l, 1);
	count++;
	give(&l);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, add, 0);
	take(&l, 2);
	count++;
	assert(l.owner == 2);
	give(&l);
	pthread_join(t, 0);
	assert(count == 2);
	return 0;
}
