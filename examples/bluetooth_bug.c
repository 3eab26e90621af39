// The Bluetooth driver of Qadeer and Wu (KISS, PLDI 2004), in our own words.
//
// A request counts itself in before it works; a stop waits until all requests
// are out. The request looks at the stopping flag first and counts itself in
// afterwards: a stop can finish in between, and the request then works on a
// stopped driver.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
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
	if (atomic_load(&stopping))
		return 0;
	atomic_fetch_add(&pending, 1);
	return 1;
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
