// A pointer with two targets: an event for each.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int a, b, *p = &a;

static void *work(void *arg)
{
	*p = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (__VERIFIER_nondet_bool())
		p = &b;
	assert(a + b < 2);
	return 0;
}
