// 3.1: a loop bound stops its thread there, with its locks; what follows is not invented.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *count(void *arg)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < 40; i++)
		x++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, count, NULL);
	pthread_mutex_lock(&m);
	assert(x == 0 || x == 40);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(x == 40);
	return 0;
}
