// 10.7: a creation orders the earlier steps of its own thread, not those of other threads of the kind.
//
// expect: race=violation assert=safe deadlock=safe memory=safe
#include <pthread.h>

static int x;

static void *grandchild(void *arg)
{
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
	return arg;
}

static void *child(void *arg)
{
	pthread_t t;
	int before = x;

	pthread_create(&t, NULL, grandchild, NULL);
	return before ? arg : NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int k = 0; k < 2; k++)
		pthread_create(&t[k], NULL, child, NULL);
	return 0;
}
