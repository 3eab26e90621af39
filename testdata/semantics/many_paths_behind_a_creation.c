// 10.1: a thread that is created on some of many paths races with what follows them all.
//
// expect: race=violation assert=safe deadlock=safe memory=safe
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;
static pthread_mutex_t m[5] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};

static void *counts(void *arg)
{
	x++;
	return arg;
}

int main(void)
{
	pthread_t t;
	int n = __VERIFIER_nondet_int();

	if (n & 1)
		pthread_create(&t, NULL, counts, NULL);
	if (n & 2)
		pthread_mutex_lock(&m[0]);
	if (n & 4)
		pthread_mutex_lock(&m[1]);
	if (n & 8)
		pthread_mutex_lock(&m[2]);
	if (n & 16)
		pthread_mutex_lock(&m[3]);
	if (n & 32)
		pthread_mutex_lock(&m[4]);
	x++;
	return 0;
}
