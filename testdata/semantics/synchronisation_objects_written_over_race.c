// 10.9: the program's own writes over a synchronisation object race with one another, also where library calls use it.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void)
{
}

static void *reset(void *arg)
{
	once = (pthread_once_t)PTHREAD_ONCE_INIT;
	pthread_once(&once, initialise);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reset, NULL);
	once = (pthread_once_t)PTHREAD_ONCE_INIT;
	pthread_join(t, NULL);
	return 0;
}
