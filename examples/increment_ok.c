// The microbenchmark of Ghafari, Hu and Rakamarić ("Context-Bounded Translations
// for Concurrent Software: An Empirical Evaluation", SPIN 2010), in our own words.
//
// Each of THREADS threads, main among them, adds one to a shared number LENGTH
// times and then reads it. Adding is a read and a write, and a write of another
// thread in between is lost; but no thread writes zero.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LENGTH
#define LENGTH 2
#endif

static atomic_int x;

static void *add(void *arg)
{
	(void)arg;
	for (int i = 0; i < LENGTH; i++)
		x = x + 1; // not x++, which would be one operation
	assert(x > 0);
	return NULL;
}

int main(void)
{
	pthread_t others[THREADS];

	for (int i = 1; i < THREADS; i++)
		pthread_create(&others[i], NULL, add, NULL);
	add(NULL);
	return 0;
}
