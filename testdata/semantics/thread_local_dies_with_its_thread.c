// 9.1: the exit of a thread ends its thread-local objects.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>

static _Thread_local int own;

static void *address(void *arg)
{
	(void)arg;
	own = 1;
	return &own;
}

int main(void)
{
	pthread_t t;
	void *p;

	pthread_create(&t, NULL, address, NULL);
	pthread_join(t, &p);
	return *(int *)p;
}
