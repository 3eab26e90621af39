// 4.1: a section that is a function ends at each of its returns.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int x;

static int __VERIFIER_atomic_take(void)
{
	if (x == 1)
		return 0;
	x = 1;
	return 1;
}

static void *take(void *arg)
{
	return __VERIFIER_atomic_take() ? &x : arg;
}

int main(void)
{
	pthread_t t;
	void *theirs;
	int mine;

	pthread_create(&t, NULL, take, NULL);
	mine = __VERIFIER_atomic_take();
	pthread_join(t, &theirs);
	assert(mine + (theirs == &x) == 1);
	return 0;
}
