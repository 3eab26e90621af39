// Sections: one that waits, one with an assertion before it may have to wait.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int turn, x;

static void __VERIFIER_atomic_enter(int me)
{
	__VERIFIER_assume(turn == me);
	turn = 2;
}

static void __VERIFIER_atomic_leave(void)
{
	assert(x == 1);
	__VERIFIER_assume(turn == 2);
	turn = 1;
}

static void *work(void *arg)
{
	__VERIFIER_atomic_enter(1);
	x = 5;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	__VERIFIER_atomic_enter(0);
	x++;
	__VERIFIER_atomic_leave();
	return 0;
}
