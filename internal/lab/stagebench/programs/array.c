/*
 * Two threads write N times each to a place of an array that an input chooses;
 * nothing keeps them off the same place.
 */
#include <assert.h>
#include <pthread.h>

enum { PLACES = 16 };

extern unsigned __VERIFIER_nondet_uint(void);

static int places[PLACES];

static void *writer(void *arg)
{
	int mine = *(int *)arg;
	unsigned place = 0;
	for (int k = 0; k < N; k++) {
		place = __VERIFIER_nondet_uint() % PLACES;
		places[place] = mine;
	}
	assert(places[place] == mine);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	int one = 1, two = 2;
	pthread_create(&a, 0, writer, &one);
	pthread_create(&b, 0, writer, &two);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
