// A lock by test and set: a thread may try for ever.
//
// ask: weak violation G F in == 1
// ask: weak violation F at(first, 16)
// ask: weak safe G (in == 1 -> F in == 0)
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar lock, in;

static void *first(void *arg)
{
	for (;;) {
		while (atomic_exchange(&lock, 1))
			;
		in = 1;
		in = 0;
		atomic_store(&lock, 0);
	}
	return arg;
}

static void *second(void *arg)
{
	for (;;) {
		while (atomic_exchange(&lock, 1))
			;
		atomic_store(&lock, 0);
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
