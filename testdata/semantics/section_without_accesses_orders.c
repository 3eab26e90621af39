// 10.6: a section orders, whatever is in it: the write races only because an empty section may come before the other one.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;
static int y;

static void *write_plainly(void *arg)
{
	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_end();
	y = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int none = 0;

	pthread_create(&t, NULL, write_plainly, NULL);
	__VERIFIER_atomic_begin();
	none = 1;
	y = none;
	__VERIFIER_atomic_end();
	return x;
}
