// 14.11: epoll_wait waits for an event of a pipe and tells of it; of an empty pipe it tells nothing.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *sends(void *arg)
{
	write(ends[1], "x", 1);
	return arg;
}

int main(void)
{
	struct epoll_event asked = {EPOLLIN, {.fd = 7}}, got = {0};
	int e = epoll_create1(0);
	pthread_t t;

	if (e < 0 || pipe(ends))
		return 0;
	assert(epoll_ctl(e, EPOLL_CTL_ADD, ends[0], &asked) == 0);
	assert(epoll_wait(e, &got, 1, 0) == 0);
	pthread_create(&t, NULL, sends, NULL);
	assert(epoll_wait(e, &got, 1, -1) == 1 && got.events == EPOLLIN && got.data.fd == 7);
	pthread_join(t, NULL);
	return 0;
}
