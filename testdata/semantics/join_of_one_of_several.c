// 2.1: a join through one of several handles waits for that thread only.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_t thread[2];
static atomic_int done[2];

static void *work(void *arg)
{
	*(atomic_int *)arg = 1;
	return NULL;
}

int main(void)
{
	int k = __VERIFIER_nondet_bool();

	pthread_create(&thread[0], NULL, work, &done[0]);
	pthread_create(&thread[1], NULL, work, &done[1]);
	pthread_join(thread[k], NULL);
	assert(done[k] && done[1 - k]);
	return 0;
}
