// 5.6: an uninitialised byte gets its value once, at the object's birth: whoever reads it again finds the same.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p, seen;

static void *read_it(void *arg)
{
	seen = *p;
	return arg;
}

int main(void)
{
	pthread_t t;
	int v, w;

	p = malloc(sizeof *p);
	pthread_create(&t, NULL, read_it, NULL);
	v = *p;
	w = *p;
	pthread_join(t, NULL);
	assert(v == w && v == seen);
	free(p);
	return 0;
}
