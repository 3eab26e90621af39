// Threads without loops that add one to a shared number, a hundred times each.
//
// Adding is a read and a write, and a write of another thread in between is lost. No thread
// writes zero; but with BUG a thread expects at least the sum of its own additions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2 // at most 10
#endif

#define TEN_TIMES(what) what what what what what what what what what what

#ifdef BUG
enum { LEAST = 100 };
#else
enum { LEAST = 1 };
#endif

static atomic_int number;

static void *add(void *arg)
{
	TEN_TIMES(TEN_TIMES(number = number + 1;)) // not ++, which would be one operation
	assert(number >= LEAST);
	return arg;
}

static void start(int thread)
{
	pthread_t started;

	if (thread < THREADS)
		pthread_create(&started, NULL, add, NULL);
}

int main(void)
{
	start(0);
	start(1);
	start(2);
	start(3);
	start(4);
	start(5);
	start(6);
	start(7);
	start(8);
	start(9);
	pthread_exit(NULL);
}
