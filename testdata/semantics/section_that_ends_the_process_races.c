// 10.6: the accesses of a section in which the process ends race with those outside of sections.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void *outside(void *arg)
{
	int seen;

	__VERIFIER_atomic_begin();
	seen = y;
	__VERIFIER_atomic_end();
	return seen == 0 && x == 1 ? arg : NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, outside, NULL);
	__VERIFIER_atomic_begin();
	y = 1;
	x = 1;
	exit(0);
}
