// 4.5: the choices of a failed attempt are not recorded; re-entry chooses afresh.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int flag, chosen;

static void *choose(void *arg)
{
	__VERIFIER_atomic_begin();
	chosen = 1 + __VERIFIER_nondet_bool();
	__VERIFIER_assume(chosen == flag);
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, choose, NULL);
	__VERIFIER_atomic_begin();
	flag = 2;
	__VERIFIER_atomic_end();
	pthread_join(t, NULL);
	assert(chosen != 2);
	return 0;
}
