// Two-stage access, fixed: one critical section covers the pair.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *two_stage(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	first = 1;
	second = first + 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *reader(void *arg)
{
	int a, b;

	(void)arg;
	pthread_mutex_lock(&lock);
	a = first;
	b = second;
	pthread_mutex_unlock(&lock);
	assert(a == 0 || b == a + 1);
	return NULL;
}

int main(void)
{
	pthread_t t, r;

	pthread_create(&t, NULL, two_stage, NULL);
	pthread_create(&r, NULL, reader, NULL);
	pthread_join(t, NULL);
	pthread_join(r, NULL);
	return 0;
}
