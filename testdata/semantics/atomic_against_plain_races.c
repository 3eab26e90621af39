// 10.1: it is a race when one of the two accesses is plain.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static int x, copy;

static void *read_it(void *arg)
{
	copy = x;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_it, NULL);
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
	pthread_join(t, NULL);
	return 0;
}
