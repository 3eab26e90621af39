// A thread with a ticket enters, unless the scheduler never lets it run.
//
// ask: weak safe progress 14,16
// ask: none violation progress 14,16
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;

static void *worker(void *arg)
{
	for (;;) {
		unsigned char mine = atomic_fetch_xor(&next, 1);
		while (serving != mine)
			;
		serving = !mine;
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
}
