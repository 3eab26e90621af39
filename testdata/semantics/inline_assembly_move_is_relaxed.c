// 14.7: without a word to the compiler about memory, a move orders nothing.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>

static unsigned ready;
static int data;

static void *work(void *arg)
{
	data = 1;
	__asm__ __volatile__("movl %1, %0" : "=m"(ready) : "r"(1));
	return arg;
}

int main(void)
{
	pthread_t t;
	unsigned seen;

	pthread_create(&t, NULL, work, NULL);
	__asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(ready));
	if (seen)
		data = 2;
	pthread_join(t, NULL);
	return 0;
}
