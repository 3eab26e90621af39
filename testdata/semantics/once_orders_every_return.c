// 10.7: the end of a once routine happens before every return, whoever ran it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
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
	assert(data == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL);
	return 0;
}
