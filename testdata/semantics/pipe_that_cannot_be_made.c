// 14.11: a program that does not look whether pipe fails reads from another descriptor. The read stays
// inside of its buffer. A read of the pipe waits for ever.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *receives(void *arg)
{
	char b;

	read(ends[0], &b, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pipe(ends);
	pthread_create(&t, NULL, receives, NULL);
	pthread_join(t, NULL);
	return 0;
}
