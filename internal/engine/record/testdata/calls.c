// A procedure that is called from several places of two threads, and a recursive one.
//
// expect: assert=violation race=violation memory=safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

void add(int *p, int n)
{
	pthread_mutex_lock(&m);
	*p += n;
	pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	add(&x, 1);
	if (x > 1)
		add(&y, 2);
	add(&x, fact(3));
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	add(&x, 3);
	add(&y, 1);
	pthread_join(t, 0);
	assert(x == 10 && y == 3);
	assert(y != 3);
	return 0;
}
