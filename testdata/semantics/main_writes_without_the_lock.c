// 1.1: main may write between two reads of a thread that holds a lock main does not take.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *arg)
{
	int first, second;

	pthread_mutex_lock(&m);
	first = x;
	second = x;
	assert(first == second);
	x = 2;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reads, NULL);
	x = 1;
	return 0;
}
