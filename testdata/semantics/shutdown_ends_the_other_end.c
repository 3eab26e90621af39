// 14.11: after shutdown the other end reads the written bytes, then the end; steps before it are seen.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], data;

static void *shuts(void *arg)
{
	data = 1;
	shutdown(ends[1], SHUT_WR);
	return arg;
}

int main(void)
{
	pthread_t t;
	char b;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 0;
	pthread_create(&t, NULL, shuts, NULL);
	assert(read(ends[0], &b, 1) == 0);
	assert(data == 1);
	pthread_join(t, NULL);
	assert(send(ends[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
	return 0;
}
