// 9.3: the argument of a thread is lost if the thread is not created.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *fill(void *cell)
{
	*(int *)cell = 42;
	return NULL;
}

int main(void)
{
	int *cell = malloc(sizeof *cell);
	pthread_t t;

	if (__VERIFIER_nondet_int())
		return 1;
	pthread_create(&t, NULL, fill, cell);
	pthread_join(t, NULL);
	free(cell);
	return 0;
}
