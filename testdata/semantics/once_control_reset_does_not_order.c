// 10.7: the end of a once routine happens before every return, not before a second run after the control was reset.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void initialise(void)
{
	data++;
}

static void *use(void *arg)
{
	pthread_once(&once, initialise);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	once = (pthread_once_t)PTHREAD_ONCE_INIT;
	pthread_join(t, NULL);
	return 0;
}
