// 14.12: a cancellation wakes a thread that waits for input, or for a signal.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *at_input(void *arg)
{
	char b;

	while (read(ends[0], &b, 1) < 0)
		;
	return arg;
}

static void *at_signal(void *arg)
{
	pause();
	return arg;
}

int main(void)
{
	static pthread_t t;
	void *result;

	if (pipe(ends) < 0)
		return 0;
	pthread_create(&t, NULL, at_input, ends);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	pthread_create(&t, NULL, at_signal, ends);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
