// 14.21: a message happens before its receipt, and a receipt waits for a message.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;
static int n;

static void *work(void *arg)
{
	char got[4];

	assert(mq_receive(queue, got, sizeof got, 0) == 2 && got[0] == 'a' && n == 1);
	return arg;
}

int main(void)
{
	struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 4};
	pthread_t t;

	queue = mq_open("/queue", O_CREAT | O_RDWR, 0600, &attr);
	pthread_create(&t, 0, work, 0);
	n = 1;
	mq_send(queue, "a", 2, 0);
	pthread_join(t, 0);
	return 0;
}
