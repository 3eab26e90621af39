// 10.1: of the writes of a loop only the last one races; no other thread accesses the objects of the earlier writes.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stddef.h>

static int a[3];

static void *last(void *arg)
{
	(void)arg;
	a[2] = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, last, NULL);
	for (int i = 0; i < 3; i++)
		a[i] = 0;
	pthread_join(t, NULL);
	return 0;
}
