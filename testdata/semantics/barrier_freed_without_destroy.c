// 12.9: without its destruction, who leaves a barrier uses its memory, as in glibc.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *b;

static void *meet(void *arg)
{
	pthread_barrier_wait(b);
	return arg;
}

int main(void)
{
	pthread_t t;

	b = malloc(sizeof *b);
	if (!b)
		return 1;
	pthread_barrier_init(b, NULL, 2);
	pthread_create(&t, NULL, meet, NULL);
	pthread_barrier_wait(b);
	free(b);
	pthread_join(t, NULL);
	return 0;
}
