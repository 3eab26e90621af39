// 12.16: the thread may read after main has closed the descriptor. The other order is no violation.
//
// expect: assert=safe resource=violation race=safe memory=safe lock=safe deadlock=safe
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *arg)
{
	char c;

	read(ends[0], &c, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pipe(ends);
	write(ends[1], "a", 1);
	pthread_create(&t, NULL, receive, NULL);
	close(ends[0]);
	pthread_join(t, NULL);
	return 0;
}
