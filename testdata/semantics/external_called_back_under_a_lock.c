// 14.10: the thread of the call holds its locks while it calls back.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
// strict: race=unknown
#include <pthread.h>

extern void each(void (*visit)(int));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int n)
{
	sum ^= n;
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	each(add);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, work, 0);
	work(0);
	return 0;
}
