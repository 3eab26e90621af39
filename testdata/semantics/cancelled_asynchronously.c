// 14.12: a thread of the asynchronous type ends at any operation.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int n;

static void *work(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
	n = 1;
	n = 2;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_cancel(t);
	pthread_join(t, 0);
	assert(n != 1);
	return 0;
}
