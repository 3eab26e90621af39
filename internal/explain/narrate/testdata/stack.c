// A variable of a frame that another thread still uses; a leak; calls in calls.
//
// expect: memory=violation race=safe
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set(int *p, int v)
{
	*p = v;
}

static void *worker(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	if (shared)
		set(shared, 3);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void lend(void)
{
	int mine = 0;

	pthread_mutex_lock(&lock);
	shared = &mine;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	lend();
	pthread_join(t, NULL);
	return 0;
}
