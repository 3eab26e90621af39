// 1.6: a thread that has read its own data for a key has not stored yet.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x = 1;
static pthread_key_t key;

static void *reads(void *arg)
{
	int set = pthread_getspecific(key) != NULL;

	x = set;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, NULL);
	pthread_create(&t, NULL, reads, NULL);
	assert(x != 1);
	pthread_exit(NULL);
}
