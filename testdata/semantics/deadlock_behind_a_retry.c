// 13.1: a deadlock behind a loop of gotos that a thread enters in two places.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg)
{
	int tries = 0;

	if (arg)
		goto other;
again:
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
other:
	if (tries == 1)
		return NULL;
	tries++;
	if (!__VERIFIER_nondet_bool())
		goto again;
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	goto other;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, both, &a);
	both(NULL);
	pthread_join(t, NULL);
	return 0;
}
