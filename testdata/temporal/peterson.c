// Peterson's lock: a thread that wants to enter does enter.
//
// ask: weak safe G (flag[0] == 1 -> F in == 1)
// ask: none violation G (flag[0] == 1 -> F in == 1)
#include <pthread.h>

static volatile int flag[2], turn, in;

static void *first(void *arg)
{
	for (;;) {
		flag[0] = 1;
		turn = 1;
		while (flag[1] && turn == 1)
			;
		in = 1;
		in = 0;
		flag[0] = 0;
	}
	return arg;
}

static void *second(void *arg)
{
	for (;;) {
		flag[1] = 1;
		turn = 0;
		while (flag[0] && turn == 0)
			;
		flag[1] = 0;
	}
	return arg;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_exit(0);
}
