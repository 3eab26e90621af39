// 12.3: by default no allocation or creation fails, and no weak exchange does.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *nothing(void *arg)
{
	return arg;
}

int main(void)
{
	atomic_int a = 1;
	int *p = malloc(sizeof *p), one = 1;
	pthread_t t;

	assert(p != NULL);
	free(p);
	assert(atomic_compare_exchange_weak(&a, &one, 2));
	assert(pthread_create(&t, NULL, nothing, NULL) == 0);
	pthread_join(t, NULL);
	return 0;
}
