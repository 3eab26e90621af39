// 14.11: steps before a write to a pipe are seen after the read,
// which waits for the write, whether the other end blocks or not.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *sends(void *arg)
{
	char b = 0;

	data = 1;
	write(ends[1], &b, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	char b;

	if (pipe(ends))
		return 0;
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	pthread_create(&t, NULL, sends, NULL);
	if (read(ends[0], &b, 1) == 1)
		assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
