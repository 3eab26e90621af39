// 12.10: a signal uses the condition variable, which may be destroyed then.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signals(void *arg)
{
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, signals, NULL);
	pthread_cond_destroy(&c);
	pthread_join(t, NULL);
	return 0;
}
