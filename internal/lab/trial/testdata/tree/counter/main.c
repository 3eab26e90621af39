#include <pthread.h>
#include <stdio.h>
#include "counter.h"

static void *
late(void *arg)
{
	add(arg); /* NEVER */
	return arg;
}

static void start(pthread_t *t, void *(*routine)(void *))
{
	pthread_create(t, NULL, routine, NULL);
}

int main(void)
{
	pthread_t t[2];
	start(&t[0], add);
	start(&t[1], late);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	printf("%d\n", read_counter());
	return 0; /* BOUND */
}
