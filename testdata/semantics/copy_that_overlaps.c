// 9.9: memcpy between places of one object that overlap is a memory error, also in another thread.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <pthread.h>
#include <string.h>

static char text[8] = "abcdef";
static size_t length = 4;

static void *work(void *arg)
{
	memcpy(text + 2, text, length);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
