// Work-stealing deque: owner and thief fight for the last task.
//
// The owner takes tasks at the bottom, thieves steal at the top. For the last
// task both must go through compare-and-swap on the top; here the owner does
// not, and one task can run twice.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 2

static atomic_int top, bottom = TASKS;
static atomic_int taken[TASKS];

static void execute(int task)
{
	assert(atomic_fetch_add(&taken[task], 1) == 0);
}

static void *thief(void *arg)
{
	int t = atomic_load(&top);

	(void)arg;
	if (t < atomic_load(&bottom) &&
	    atomic_compare_exchange_strong(&top, &t, t + 1))
		execute(t);
	return NULL;
}

static void take(void)
{
	int b = atomic_load(&bottom) - 1;
	int t;

	atomic_store(&bottom, b);
	t = atomic_load(&top);
	if (t <= b)
		execute(b); // wrong when t == b: a thief may be after it, too
	else
		atomic_store(&bottom, b + 1);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thief, NULL);
	take();
	take();
	pthread_join(t, NULL);
	return 0;
}
