// A thread that tries to set a flag may try for ever, though it could continue again and again. A thread inside leaves.
//
// ask: weak violation progress 14,16
// ask: weak safe progress 16,17
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar held;
static unsigned char in;

static void *worker(void *arg)
{
	for (;;) {
		while (atomic_exchange(&held, 1))
			;
		in = 1;
		held = 0;
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
}
