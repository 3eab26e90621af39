// 7.3: in a section program order decides: a read sees the last earlier write, never a later one.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *section(void *arg)
{
	int outside, last;

	__VERIFIER_atomic_begin();
	outside = x;
	x = 2;
	x = 3;
	last = x;
	x = 4;
	__VERIFIER_atomic_end();
	assert(outside == 0 || outside == 4);
	assert(last == 3);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, section, NULL);
	section(NULL);
	pthread_join(t, NULL);
	return 0;
}
