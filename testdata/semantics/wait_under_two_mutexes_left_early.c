// 11.5: a wait gives up one of the two mutexes that the thread holds. No thread
// can signal it without the other mutex, and a return by itself is no rescue.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set;

static void *setter(void *arg)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	set = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, setter, NULL);
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	if (!set)
		pthread_cond_wait(&c, &inner);
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	pthread_join(t, NULL);
	return 0;
}
