// 2.2: an assume tests a value already read: a later change of the variable does not let the thread continue.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int x, seen;

static void *reader(void *arg)
{
	int v = x;

	seen = v + 1;
	__VERIFIER_assume(v == 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	int s;

	pthread_create(&t, NULL, reader, NULL);
	s = seen;
	x = 1;
	pthread_join(t, NULL);
	assert(s != 1);
	return 0;
}
