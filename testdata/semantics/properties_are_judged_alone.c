// 5.1: each property is judged as if checked alone: no violation hides one of another property behind it.
//
// expect: assert=violation race=safe deadlock=violation memory=safe overflow=violation lock=violation
#include <assert.h>
#include <limits.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x = INT_MAX;

int main(void)
{
	x = x + 1;
	pthread_mutex_unlock(&m);
	if (__VERIFIER_nondet_bool()) {
		pthread_mutex_lock(&m);
		pthread_mutex_lock(&m);
	}
	assert(0);
	return 0;
}
