// 10.1: an object whose address an exchange has handed over can be raced for.
//
// expect: race=violation assert=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdlib.h>

static int *top;

static void *publishes(void *arg)
{
	int *p = malloc(sizeof *p);

	*p = 1;
	if (__sync_bool_compare_and_swap(&top, NULL, p))
		*p = 2;
	return arg;
}

int main(void)
{
	pthread_t t;
	int *p;

	pthread_create(&t, NULL, publishes, NULL);
	p = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
	return p ? *p : 0;
}
