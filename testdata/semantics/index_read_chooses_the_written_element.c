// 7.1: a read that only chooses an element sees a write of its location: the index may be 1, whose element is written.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = {5, 5, 5, 5};
static unsigned at;

static void *choose(void *arg)
{
	pthread_mutex_lock(&m);
	at = __VERIFIER_nondet_bool();
	table[1] = 6;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, choose, NULL);
	pthread_mutex_lock(&m);
	v = table[at % 4];
	pthread_mutex_unlock(&m);
	assert(v == 5);
	pthread_join(t, NULL);
	return 0;
}
