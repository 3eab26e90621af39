// The Bluetooth driver of Qadeer and Wu (KISS, PLDI 2004), fixed.
//
// A request counts itself in before it works; a stop waits until all requests
// are out. Fixed: the request counts itself in first, unless the driver has
// stopped, and looks at the stopping flag afterwards.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 1; // the driver itself counts as one
static atomic_int stopping, stopped;

static void leave(void)
{
	if (atomic_fetch_sub(&pending, 1) == 1)
		atomic_store(&stopped, 1);
}

static int enter(void)
{
	int count = atomic_load(&pending);

	while (count > 0)
		if (atomic_compare_exchange_strong(&pending, &count, count + 1))
			break;
	if (count == 0)
		return 0;
	if (!atomic_load(&stopping))
		return 1;
	leave();
	return 0;
}

static void *request(void *arg)
{
	(void)arg;
	if (enter()) {
		assert(!atomic_load(&stopped));
		leave();
	}
	return NULL;
}

static void stop(void)
{
	atomic_store(&stopping, 1);
	leave();
}

int main(void)
{
	pthread_t r;

	pthread_create(&r, NULL, request, NULL);
	stop();
	pthread_join(r, NULL);
	return 0;
}
