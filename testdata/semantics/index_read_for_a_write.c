// 7.1: a read that only chooses the element of a write sees a write of its location: the element is 0 or 1 here.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[4];
static unsigned at;

static void *choose(void *arg)
{
	pthread_mutex_lock(&m);
	at = __VERIFIER_nondet_bool();
	pthread_mutex_unlock(&m);
	return arg;
}

static void *put(void *arg)
{
	pthread_mutex_lock(&m);
	table[at % 4] = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t, u;
	int v;

	pthread_create(&t, NULL, choose, NULL);
	pthread_create(&u, NULL, put, NULL);
	pthread_mutex_lock(&m);
	v = table[2];
	pthread_mutex_unlock(&m);
	assert(v == 0);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
