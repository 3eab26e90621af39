// 14.21: the receipt of one message does not order what the sender of another did.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;
static int n;

static void *work(void *arg)
{
	n = 1;
	mq_send(queue, "a", 1, 0);
	return arg;
}

int main(void)
{
	struct mq_attr attr = {.mq_maxmsg = 2, .mq_msgsize = 4};
	pthread_t t;
	char got[4];

	queue = mq_open("/queue", O_CREAT | O_RDWR, 0600, &attr);
	pthread_create(&t, 0, work, 0);
	mq_send(queue, "b", 1, 9);
	mq_receive(queue, got, sizeof got, 0);
	n = 2;
	pthread_join(t, 0);
	return 0;
}
