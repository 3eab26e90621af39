// 4.2: a section whose loop never ends now does not reach its end: the thread waits before it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int flag;

static void *await(void *arg)
{
	__VERIFIER_atomic_begin();
	while (!flag)
		;
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
