// One function under two locks: which threads exclude one another depends on what they
// are given. A local variable, and what only one thread uses, is no operation for others.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void add(pthread_mutex_t *m, int *to)
{
	pthread_mutex_lock(m);
	int old = *to;
	*to = old + 1;
	pthread_mutex_unlock(m);
}

void *first(void *arg)
{
	add(&a, &x);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	int own = 0;
	add(&b, &y);
	own++;
	pthread_join(t, 0);
	add(&a, &x);
	return own;
}
