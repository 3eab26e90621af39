// 7.1: program order holds for plain accesses too: who sees the flag sees the data.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int data, flag;

static void *send(void *arg)
{
	data = 1;
	flag = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, send, NULL);
	if (flag)
		assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
