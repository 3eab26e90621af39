// 14.14: a named semaphore is found by its name; its first value is that of who made it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int data;

static void *work(void *arg)
{
	sem_t *s = sem_open("/ready", O_CREAT, 0600, 0);

	data = 1;
	sem_post(s);
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_t *s;

	pthread_create(&t, NULL, work, NULL);
	s = sem_open("/ready", O_CREAT, 0600, 0);
	sem_wait(s);
	assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
