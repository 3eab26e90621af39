// 9.1: two sections cannot free the same object when the first clears the pointer.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void __VERIFIER_atomic_release(void)
{
	free(p);
	p = NULL;
}

static void *release(void *arg)
{
	__VERIFIER_atomic_release();
	return arg;
}

int main(void)
{
	pthread_t t;

	p = malloc(sizeof *p);
	pthread_create(&t, NULL, release, NULL);
	__VERIFIER_atomic_release();
	pthread_join(t, NULL);
	return 0;
}
