// What a lock guards has one value while it is held, and may have another in the next
// hold; locals and memory of several ways meet.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static int *p = &a;

static void *change(void *arg)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		a = a + 1;
		if (a > 1)
			p = &b;
		*p = a + b;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	int first, second, copies[2] = {5, 6}, *q = copies;

	pthread_create(&t, NULL, change, NULL);
	pthread_mutex_lock(&m);
	first = a;
	pthread_mutex_unlock(&m);
	if (__VERIFIER_nondet_int() > 0) {
		copies[0] = first;
		q = copies + 1;
	} else {
		copies[1] = first + 1;
	}
	pthread_mutex_lock(&m);
	second = a;
	b = second - first + *q;
	a = copies[0] + copies[1];
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(first <= second || a < 0);
	return b;
}
