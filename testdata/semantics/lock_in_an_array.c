// 2.1: which lock of an array an operation takes may depend on inputs.
//
// expect: assert=violation race=violation deadlock=safe memory=safe lock=safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int own[2], any;

static void *count(void *arg)
{
	_Bool i = __VERIFIER_nondet_bool();

	pthread_mutex_lock(&locks[i]);
	own[i]++;
	any++;
	pthread_mutex_unlock(&locks[i]);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(own[0] + own[1] == 2);
	assert(any == 2);
	return 0;
}
