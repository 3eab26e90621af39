// 10.1: a branch that is also taken without the lock is not protected by it.
//
// expect: race=violation assert=safe deadlock=safe memory=safe
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *counts(void *arg)
{
	int got = pthread_mutex_trylock(&m) == 0;

	if (got | (__VERIFIER_nondet_int() != 0))
		x++;
	if (got)
		pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, counts, NULL);
	counts(NULL);
	pthread_join(t, NULL);
	return 0;
}
