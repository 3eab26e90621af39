// 14.11: poll without a time limit waits for an event and counts the entries that have one.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *sends(void *arg)
{
	write(ends[1], "x", 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	char b;

	if (pipe(ends))
		return 0;
	struct pollfd fd = {ends[0], POLLIN, 0};
	assert(poll(&fd, 1, 0) == 0 && fd.revents == 0);
	pthread_create(&t, NULL, sends, NULL);
	assert(poll(&fd, 1, -1) == 1 && fd.revents == POLLIN);
	assert(read(ends[0], &b, 1) == 1);
	pthread_join(t, NULL);
	return 0;
}
