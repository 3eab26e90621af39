// 14.12: a thread that joins a cancelled thread sees its writes; the cancellation itself orders nothing.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int asked;

static void look(void *arg)
{
	asked += 2;
}

static void *work(void *arg)
{
	pthread_cleanup_push(look, NULL);
	for (;;)
		pthread_testcancel();
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	asked = 1;
	pthread_cancel(t);
	pthread_join(t, NULL);
	assert(asked == 3);
	return 0;
}
