// 12.16: the join comes before the close. A second close by the same thread fails; it is no violation.
//
// expect: resource=safe assert=safe race=safe memory=safe lock=safe deadlock=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *arg)
{
	char c;

	assert(read(ends[0], &c, 1) == 1 && c == 'a');
	return arg;
}

int main(void)
{
	pthread_t t;

	pipe(ends);
	write(ends[1], "a", 1);
	pthread_create(&t, NULL, receive, NULL);
	pthread_join(t, NULL);
	assert(close(ends[0]) == 0);
	assert(close(ends[0]) == -1 && errno == EBADF);
	return 0;
}
