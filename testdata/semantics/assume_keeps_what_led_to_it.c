// 2.3: an assume that can never hold does not erase the execution that led to it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int x;

static void *writer(void *arg)
{
	x = 1;
	__VERIFIER_assume(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writer, NULL);
	assert(x == 0);
	return 0;
}
