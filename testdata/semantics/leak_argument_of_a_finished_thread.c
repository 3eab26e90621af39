// 9.3: the argument of a finished thread reaches no object.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static void *ignore(void *arg)
{
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, ignore, malloc(4));
	pthread_join(t, NULL);
	return 0;
}
