// 10.10: a role says nothing that the function's body does not do.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle.h>

static atomic_int taken;
static int count;

__heddle_role(lock, mutex)
static void take(void)
{
	for (int i = 0; i < 1 && atomic_exchange(&taken, 1); i++)
		; /* does not wait long enough */
}

__heddle_role(unlock, mutex)
static void give(void)
{
	atomic_store(&taken, 0);
}

static void *add(void *arg)
{
	take();
	count++;
	give();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, add, 0);
	take();
	count++;
	give();
	pthread_join(t, 0);
	assert(count == 2);
	return 0;
}
