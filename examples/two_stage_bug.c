// Two-stage access: each variable has its lock, but the pair has none.
//
// The writer stores a value and, in a second critical section, its successor.
// A reader that comes in between sees the first without the second.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int first, second;
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;

static void *two_stage(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&first_lock);
	first = 1;
	pthread_mutex_unlock(&first_lock);

	pthread_mutex_lock(&second_lock);
	second = first + 1;
	pthread_mutex_unlock(&second_lock);
	return NULL;
}

static void *reader(void *arg)
{
	int a, b;

	(void)arg;
	pthread_mutex_lock(&first_lock);
	a = first;
	pthread_mutex_unlock(&first_lock);
	if (a == 0)
		return NULL;

	pthread_mutex_lock(&second_lock);
	b = second;
	pthread_mutex_unlock(&second_lock);
	assert(b == a + 1);
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
