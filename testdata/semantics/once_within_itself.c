// 11.2: a once routine that calls once on the same control waits for its own end.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void)
{
	pthread_once(&once, initialise);
}

int main(void)
{
	pthread_once(&once, initialise);
	return 0;
}
