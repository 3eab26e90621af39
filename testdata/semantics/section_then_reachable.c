// 4.2: a section that can complete later does not cut off what follows it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int flag;

static void *await(void *arg)
{
	__VERIFIER_atomic_begin();
	__VERIFIER_assume(flag);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, await, NULL);
	__VERIFIER_atomic_begin();
	flag = 1;
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(0);
	return 0;
}
