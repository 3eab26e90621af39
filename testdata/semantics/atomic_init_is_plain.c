// 10.2: atomic_init is no atomic access (C11 7.17.2.1).
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *begin(void *arg)
{
	(void)arg;
	atomic_init(&x, 3);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, begin, NULL);
	atomic_store(&x, 4);
	pthread_join(t, NULL);
	return 0;
}
