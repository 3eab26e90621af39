// 7.1: main may write an argument that a thread has been given, through a pointer to either.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int args[2] = {1, 2};

static void *reads(void *arg)
{
	int n = *(int *)arg;

	assert(n == 1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *p = &args[__VERIFIER_nondet_int() ? 0 : 1];

	args[0] = 1;
	pthread_create(&t, NULL, reads, &args[0]);
	*p = 5;
	pthread_join(t, NULL);
	return 0;
}
