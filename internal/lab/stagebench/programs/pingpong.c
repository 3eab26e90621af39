/* Two threads take N turns each by atomic flags and await loops. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int data;

static void *ping(void *unused)
{
	for (int k = 0; k < N; k++) {
		while (turn != 0)
			;
		data = 2 * k;
		turn = 1;
	}
	return 0;
}

static void *pong(void *unused)
{
	for (int k = 0; k < N; k++) {
		while (turn != 1)
			;
		assert(data != 2 * (N - 1));
		data++;
		turn = 0;
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, ping, 0);
	pthread_create(&b, 0, pong, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
