// 9.3: the thread-locals of a finished thread are gone: what only they reached is a leak.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int *p;

static void *lose(void *arg)
{
	p = malloc(sizeof *p);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, lose, NULL);
	pthread_join(t, NULL);
	return 0;
}
