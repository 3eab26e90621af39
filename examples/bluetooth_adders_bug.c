// The Bluetooth driver of Qadeer and Wu (KISS, PLDI 2004), in our own words, with
// as many requests as one likes: ADDERS threads, main among them, each make COPIES
// requests one after the other, while the last thread stops the driver.
//
// Ghafari, Hu and Rakamarić (SPIN 2010) compare translations on it. A request
// looks at the stopping flag before it counts itself in: the driver can stop in
// between. One adder suffices, for three contexts: it looks, the driver stops, it
// goes on.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ADDERS
#define ADDERS 1
#endif
#ifndef COPIES
#define COPIES 1
#endif

void __VERIFIER_assume(int condition);

static atomic_int pending = 1; // the driver itself counts as one
static atomic_int stopping;    // no new requests
static atomic_int idle;        // nothing is pending any more
static atomic_int stopped;

static int enter(void)
{
	if (stopping)
		return 0;
	pending++;
	return 1;
}

static void leave(void)
{
	if (--pending == 0)
		idle = 1;
}

static void *requests(void *arg)
{
	(void)arg;
	for (int i = 0; i < COPIES; i++) {
		if (enter()) {
			assert(!stopped);
			leave();
		}
	}
	return NULL;
}

static void *stop(void *arg)
{
	(void)arg;
	stopping = 1;
	leave();
	__VERIFIER_assume(idle); // waits for the event
	stopped = 1;
	return NULL;
}

int main(void)
{
	pthread_t others[ADDERS], stopper;

	for (int i = 1; i < ADDERS; i++)
		pthread_create(&others[i], NULL, requests, NULL);
	pthread_create(&stopper, NULL, stop, NULL);
	requests(NULL);
	return 0;
}
