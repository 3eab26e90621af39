// ABBA deadlock, fixed: both threads take the locks in the same order.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int from = 10, to;

static void move(int amount)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	from -= amount;
	to += amount;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

static void *forth(void *arg)
{
	(void)arg;
	move(1);
	return NULL;
}

static void *back(void *arg)
{
	(void)arg;
	move(-1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, forth, NULL);
	pthread_create(&u, NULL, back, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(from + to == 10);
	return 0;
}
