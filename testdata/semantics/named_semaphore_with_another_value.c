// 14.14: who opens a named semaphore that there is does not set its value; opening orders
// nothing.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int data;

static void *work(void *arg)
{
	sem_t *s = sem_open("one", O_CREAT, 0600, 1);

	sem_wait(s);
	data++;
	return arg;
}

int main(void)
{
	pthread_t t;
	int value;
	sem_t *s = sem_open("one", O_CREAT, 0600, 2);

	pthread_create(&t, NULL, work, NULL);
	data++;
	sem_getvalue(s, &value);
	assert(value == 1);
	pthread_join(t, NULL);
	return 0;
}
