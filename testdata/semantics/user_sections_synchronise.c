// 10.6: a section written in the program acquires and releases one hidden lock.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data, flag;

static void *send(void *arg)
{
	data = 1;
	__VERIFIER_atomic_begin();
	flag = 1;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_create(&t, NULL, send, NULL);
	__VERIFIER_atomic_begin();
	seen = flag;
	__VERIFIER_atomic_end();
	if (seen)
		assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
