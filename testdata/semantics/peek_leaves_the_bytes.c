// 14.11: MSG_PEEK waits for bytes and leaves them; a write happens before it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], data;

static void *sends(void *arg)
{
	data = 1;
	write(ends[1], "x", 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	char b = 0;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 0;
	pthread_create(&t, NULL, sends, NULL);
	assert(recv(ends[0], &b, 1, MSG_PEEK) == 1 && b == 'x');
	assert(data == 1);
	assert(recv(ends[0], &b, 1, MSG_DONTWAIT) == 1);
	pthread_join(t, NULL);
	return 0;
}
