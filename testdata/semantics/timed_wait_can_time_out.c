// 11.4: a time-out is always possible, in every property, although the signal comes.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *arg)
{
	sem_post(&s);
	return arg;
}

int main(void)
{
	const struct timespec later = { 2000000000, 0 };
	pthread_t t;
	int result;

	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	result = sem_timedwait(&s, &later);
	pthread_join(t, NULL);
	assert(result == 0);
	return 0;
}
