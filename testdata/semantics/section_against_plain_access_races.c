// 10.6: a section protects only from other sections: a plain access outside races with it.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *twice(void *arg)
{
	__VERIFIER_atomic_begin();
	x = 1;
	x = 2;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, twice, NULL);
	assert(x != 1);
	pthread_join(t, NULL);
	return 0;
}
